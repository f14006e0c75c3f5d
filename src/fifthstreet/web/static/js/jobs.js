/** The jobs of the server, kept up to date over a WebSocket. */

import { api } from "./api.js";

const jobs = new Map();
const listeners = new Set();
let retryMilliseconds = 500;

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
  socket.onmessage = (event) => {
    retryMilliseconds = 500;
    noteJob(JSON.parse(event.data));
  };
  socket.onclose = () => {
    setTimeout(connectJobs, retryMilliseconds);
    retryMilliseconds = Math.min(2 * retryMilliseconds, 10_000);
  };
}
