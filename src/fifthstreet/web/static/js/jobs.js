/** The jobs of the server, kept up to date over a WebSocket. */

import { api } from "./api.js";
import { serverBack } from "./server.js";

const jobs = new Map();
const listeners = new Set();
const FIRST_PAUSE = 500; // milliseconds
let retryMilliseconds = FIRST_PAUSE;

/** Return all jobs, newest first. */
export function allJobs() {
  return [...jobs.values()].sort((one, two) => two.created - one.created);
}

/** Return a job by its id, if it is known. */
export function jobOf(id) {
  return jobs.get(id);
}

/** Return whether a job is queued, running or paused. */
export function isActive(job) {
  return ["queued", "running", "paused"].includes(job.state);
}

/** Return the newest job of a kind with a title; null if there is none. */
export function jobTitled(kind, title) {
  return allJobs().find((job) => job.kind === kind && job.title === title) ?? null;
}

/** Call a function with each job that changes; return a function that unsubscribes it. */
export function watchJobs(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Record a job that the server has returned or deleted, and call the listeners. */
export function noteJob(job) {
  const isDeleted = job.state === "deleted";
  if (isDeleted) jobs.delete(job.id);
  else jobs.set(job.id, job);
  for (const listener of [...listeners]) listener(isDeleted ? null : job);
}

/** Remove a finished job from the list. */
export async function removeJob(id) {
  await api.delete(`/jobs/${id}`);
  jobs.delete(id);
  for (const listener of [...listeners]) listener(null);
}

/** Send a command to a job: pause, resume, stop or cancel. */
export async function commandJob(id, command) {
  noteJob(await api.post(`/jobs/${id}/${command}`));
}

/** Connect, and reconnect whenever the connection is lost. */
export function connectJobs() {
  const socket = api.socket("/jobs/changes");
  socket.onopen = () => {
    retryMilliseconds = FIRST_PAUSE;
    forgetRemoved();
  };
  socket.onmessage = (event) => noteJob(JSON.parse(event.data));
  socket.onclose = async () => {
    await serverBack();
    setTimeout(connectJobs, retryMilliseconds);
    retryMilliseconds = Math.min(2 * retryMilliseconds, 10_000);
  };
}

/** Forget the jobs that were removed while there was no connection. */
async function forgetRemoved() {
  const old = [...jobs.keys()];
  if (!old.length) return;
  const found = await api.get("/jobs").catch(() => null);
  if (!found) return;
  const known = new Set(found.map((job) => job.id));
  for (const id of old) if (!known.has(id)) noteJob({ id, state: "deleted" });
}
