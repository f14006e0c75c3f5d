from tools.make_preflop_order import DATA, preflop_order_text


def test_preflop_order_file_is_what_the_engine_computes() -> None:
    assert DATA.read_text() == preflop_order_text()
