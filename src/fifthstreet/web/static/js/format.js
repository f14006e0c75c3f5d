/** Numbers as text. Unknown values are an en dash. */

/** The text of unknown values. */
export const UNKNOWN = "–";

/** Format a number with a fixed number of decimals. */
export function number(value, decimals = 2) {
  if (value === null || value === undefined || Number.isNaN(value)) return UNKNOWN;
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** Format a share from 0 to 1 as a percentage. */
export function percent(value, decimals = 1) {
  return value === null || value === undefined || Number.isNaN(value)
    ? UNKNOWN
    : `${number(100 * value, decimals)}%`;
}

/** Format a number with a sign. */
export function signed(value, decimals = 2) {
  const text = number(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Format an amount of chips without needless decimals. */
export function chips(value) {
  if (typeof value === "string") return value; // as typed, like 97.5bb
  return value === null || value === undefined ? UNKNOWN : String(Math.round(value * 1e6) / 1e6);
}

/** Format the error of an amount of chips with two digits. */
export function chipsError(value) {
  return chips(Number(value.toPrecision(2)));
}

/** Format a whole number with thousands separators. */
export function count(value) {
  return value === null || value === undefined ? UNKNOWN : Math.round(value).toLocaleString("en");
}

/** Format a number of things, like "1 hand" or "2 hands". */
export function counted(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** Return a text with a capital letter. */
export function capitalised(text) {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

/** Return the name of an agent, a game or an estimator in words. */
export function nameWords(name) {
  return name.replaceAll("_", " ");
}

/** Format a number of bytes. */
export function bytes(value) {
  if (value === null || value === undefined) return UNKNOWN;
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  let size = value;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 10 && unit ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

/** Format seconds as time. */
export function seconds(value) {
  if (value === null || value === undefined) return UNKNOWN;
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 100) return `${Math.round(value)} s`;
  const whole = Math.round(value);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${String(whole % 60).padStart(2, "0")} min`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/** Format a time in seconds since 1970 as a date, with the year unless it is this one. */
export function date(value) {
  const time = new Date(value * 1000);
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return time.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: isThisYear ? undefined : "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** Return the exploitability of a solution in words: the error of all its numbers. */
export function exploitability(facts) {
  const share = facts.exploitability_pot_percent;
  if (share === null || share === undefined) return "exploitability unknown";
  const amount = chips(Number(facts.exploitability.toPrecision(3)));
  const size = `exploitability ${number(share, 3)}% of the starting pot (${amount} chips)`;
  return facts.stopped_early ? `${size}, stopped early: EVs and frequencies may be far off` : size;
}

/** Return the bet sizes of a tree in words: all-in for "a", and where there are none. */
export function sizesText(tree) {
  return tree
    .replace(/^tree: pot [^;]*; /, "")
    .replace(/\b(bet|raise|donk) ?(?=;|$)/g, "no $1")
    .replace(/(^|[ ,])a(?=[,;]|$)/g, "$1all-in")
    .replace(/(^|[ ,])e(?=[,;]|$)/g, "$1geometric");
}
