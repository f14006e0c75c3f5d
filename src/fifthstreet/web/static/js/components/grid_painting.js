/** Paint the cells of a grid of hand classes with a pointer. */

/**
 * Let a pointer paint cells of a grid: `begin(place)`, `paint(place)` for each cell, `end()`. A
 * stroke that would erase begins with the second cell, so that a click never deletes; fingers
 * scroll, and paint by tapping. `erases(place)` tells whether a stroke from there would erase.
 */
export function paintWithPointer(grid, { erases = () => false, begin, paint, end }) {
  let isPainting = false;
  let first = null; // cell on which a stroke waits for a second one
  const placeAt = (event) => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".class-cell");
    const place = cell ? grid.cells.indexOf(cell) : -1;
    return place < 0 ? null : place;
  };
  const start = (place) => {
    isPainting = true;
    first = null;
    begin(place);
  };
  const stop = () => {
    if (isPainting) end();
    isPainting = false;
    first = null;
  };
  grid.element.addEventListener("pointerdown", (event) => {
    const place = placeAt(event);
    if (place === null || event.button || event.pointerType === "touch") return;
    grid.element.setPointerCapture(event.pointerId);
    if (erases(place)) first = place;
    else start(place);
  });
  grid.element.addEventListener("pointermove", (event) => {
    const place = isPainting || first !== null ? placeAt(event) : null;
    if (place === null || place === first) return;
    if (first !== null) start(first);
    paint(place);
  });
  grid.element.addEventListener("pointerup", stop);
  grid.element.addEventListener("pointercancel", stop);
  grid.element.addEventListener("click", (event) => {
    const place = event.pointerType === "touch" ? placeAt(event) : null;
    if (place === null || erases(place)) return;
    start(place);
    stop();
  });
}
