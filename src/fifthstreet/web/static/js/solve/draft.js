/** The spot that is being edited: fields of a spot file, kept in this browser. */

const KEY = "solve-draft";
export const STREETS = ["flop", "turn", "river"];
export const SEATS = ["oop", "ip"];

const DEFAULT = {
  board: "Jh8h5c",
  pot: 180,
  stack: 360,
  ranges: {
    oop:
      "88+,77-55:0.5,A9s+,A8s:0.5,A5s-A3s,AJo+,ATo:0.5,KTs+,KQo,KJo:0.5," +
      "QTs+,J9s+,T9s,98s,87s:0.5,76s:0.5",
    ip:
      "JJ-33,AQs-A7s,A5s-A4s,AQo-ATo,KTs+,K9s:0.5,KQo,KJo:0.5,Q9s+,QJo:0.5," +
      "J9s+,T8s+,97s+,86s+,76s,65s",
  },
  sizes: {
    flop: { bet: "33%, 75%", raise: "60%" },
    turn: { bet: "66%", raise: "60%" },
    river: { bet: "75%", raise: "60%" },
  },
  tree: { add_allin: 1, force_allin: 0.2, merge: 0.1, max_raises: 2 },
};

/** Return the spot that was edited last; another screen may have left one. */
export function loadDraft() {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const draft = JSON.parse(storage.getItem(KEY));
      if (draft?.ranges) return withSeats(draft);
    } catch {
      /* what cannot be read is replaced below */
    }
  }
  return withSeats(structuredClone(DEFAULT));
}

/** Save the spot. */
export function saveDraft(draft) {
  const text = JSON.stringify(plainFields(draft));
  sessionStorage.setItem(KEY, text);
  localStorage.setItem(KEY, text);
}

/** Return a draft whose sizes are by street and seat, as the form shows them. */
export function withSeats(fields) {
  const sizes = {};
  for (const street of STREETS) {
    const given = fields.sizes?.[street] ?? { bet: "50%, 100%", raise: "60%" };
    sizes[street] = {};
    for (const seat of SEATS)
      sizes[street][seat] = { ...(given.oop || given.ip ? (given[seat] ?? {}) : given) };
  }
  return { ...fields, sizes, tree: { ...fields.tree }, lock: [...(fields.lock ?? [])] };
}

/** Return the fields for the server: without empty ones, and with equal menus once. */
export function plainFields(draft) {
  const sizes = {};
  for (const street of STREETS) {
    const [oop, ip] = SEATS.map((seat) =>
      Object.fromEntries(
        Object.entries(draft.sizes[street][seat]).filter(
          ([, text]) => text !== undefined && text !== null,
        ),
      ),
    );
    sizes[street] = JSON.stringify(oop) === JSON.stringify(ip) ? oop : { oop, ip };
  }
  const tree = Object.fromEntries(
    Object.entries(draft.tree).filter(
      ([, value]) => value !== null && value !== "" && !Number.isNaN(value),
    ),
  );
  const fields = {
    board: draft.board,
    pot: draft.pot,
    stack: draft.stack,
    ranges: draft.ranges,
    sizes,
    tree,
    lock: draft.lock,
  };
  if (draft.rake?.rate) fields.rake = draft.rake;
  return fields;
}
