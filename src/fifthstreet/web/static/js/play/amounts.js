/** Amounts of a table: the server counts whole chips, people see units, with cents if any. */

/** Return functions between chips and text; `decimals` is 0, or 2 if a chip is a cent. */
export function amounts(decimals) {
  const scale = 10 ** decimals;
  const text = (chips) => {
    const size = Math.abs(chips);
    const shown =
      size % scale ? (size / scale).toFixed(decimals) : String(Math.round(size / scale));
    return (chips < 0 ? "−" : "") + shown.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  };
  return {
    text,
    signed: (chips) => (chips > 0 ? `+${text(chips)}` : text(chips)),
    toInput: (chips) => (chips % scale ? (chips / scale).toFixed(decimals) : String(chips / scale)),
    fromInput: (value) => Math.round(Number(value) * scale),
    step: decimals ? "0.01" : "1",
  };
}
