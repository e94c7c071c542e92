import { availableParallelism } from 'node:os'

// Every limit on how much somebody may ask of the server, on one page. Times are in ms, sizes in bytes. A network is an IPv4
// address or an IPv6 /64. docs/product/limits.md says them to people. What one question may be (rows, filters, names) is
// checked where it is read.

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Connections, before anything of a request is read. */
export const connectionLimits = {
  /** A clinic behind one address has some hundred; each open one costs memory. Behind a proxy the proxy limits them. */
  ofNetwork: 1000,
  /** A client that sends its headers slowly holds a connection for nothing. */
  headersMs: 15 * SECOND,
  checkEveryMs: 5 * SECOND,
  /** Answers that a network asked for and does not read stay in memory. */
  unsentOfNetwork: 64 * MB,
}

/** Bodies that are read into memory as a whole; files are streamed. */
export const bodyLimits = {
  most: MB,
  /** All that is asked without a key is small. */
  withoutKey: 8 * KB,
  patienceMs: 30 * SECOND,
  /** From here on a body waits for its turn, so that no network fills the memory. */
  small: 64 * KB,
  large: { atOnce: 128, each: 16 },
  /** Credentials and settings of accounts. */
  auth: 64 * KB,
  /** A thousand names of files. */
  storage: 2 * MB,
}

/** Turns: so many in all, and so many of one account or network (turns.ts). */
export const turnLimits = {
  /** A line of honest screens is short; whoever stands longer in it gets 503. */
  patienceMs: 10 * SECOND,
  waiting: 300,
  /**
   * Fewer than the pool's 16 connections: the server's own work always finds one. All those together who ask much leave one
   * processor to the others.
   */
  postgres: { atOnce: 10, each: 3, busy: Math.min(4, Math.max(1, availableParallelism() - 1)) },
  /** It is one session. */
  pglite: { atOnce: 1, each: 1, busy: 1 },
  /** Passwords are hashed by four threads; a few more may talk to the database. One network never has them all. */
  auth: { atOnce: 8, each: 4 },
  /** Functions that strangers may call and the service key answers: that key waits for no turn at the database. */
  strangersFunctions: { atOnce: 4, each: 2 },
  /** An upload may take an hour; no screen of ours sends more than 12 at once. */
  uploads: { atOnce: 240, each: 12 },
}

const effortMemoryMs = 3 * SECOND

/** How long somebody's time at the database counts (effort.ts). */
export const effortLimits = {
  /** After so long a third of it is left. */
  memoryMs: effortMemoryMs,
  /** Half more than one busy connection: whoever asks one question after the other never gets there. */
  muchMs: effortMemoryMs * 1.5,
  /** A tenth of one connection's time: so long does somebody who asked much count as such. */
  littleMs: effortMemoryMs / 10,
  remembered: 2000,
}

/** Questions that ran out of time or asked for too large an answer (pauses.ts). */
export const pauseLimits = { costly: 3, windowMs: MINUTE, pauseMs: MINUTE }

/** Sign-ins with a wrong password (sign-in.ts). */
export const signInLimits = {
  windowMs: 5 * MINUTE,
  /** Of one account, from wherever they come. */
  ofAccount: 10,
  /** Of one network, at whatever accounts. */
  ofNetwork: 19,
  /** How long an address is known as the place where an account signs in. */
  familiarMs: 7 * DAY,
}

/** What may be tried or asked how often of the accounts service (budgets.ts): so many within a window. */
export const budgetLimits = {
  /** Messages to one e-mail, whether or not it belongs to an account, and from one network. */
  mailTo: { most: 5, windowMs: HOUR },
  mailFrom: { most: 20, windowMs: HOUR },
  /** Codes from a message, and codes that confirm who is at the keyboard, for one account: 8 digits cannot be guessed so. */
  codes: { most: 5, windowMs: HOUR },
  nonces: { most: 5, windowMs: HOUR },
  /** One-time tokens and codes tried from one network. */
  verifyFrom: { most: 30, windowMs: 5 * MINUTE },
  /** Codes of a second factor, 6 digits, tried for one account: in short and in all. */
  factor: { most: 5, windowMs: 5 * MINUTE },
  factorDay: { most: 30, windowMs: DAY },
  /** Second factors begun by one account, and challenges asked by it. */
  enroll: { most: 20, windowMs: HOUR },
  challenge: { most: 100, windowMs: HOUR },
}

/** Live connections (realtime/). */
export const socketLimits = {
  atOnce: 2000,
  /** Leaves more than half of them to the others. */
  ofNetwork: 800,
  messageBytes: 64 * KB,
  /** More than two heartbeats of realtime-js. */
  silenceMs: MINUTE,
  /** Whoever has signed in shows it with the first join; a socket that does not is closed after so long. */
  strangerMs: 30 * SECOND,
  sweepMs: 5 * SECOND,
  channels: 50,
  /** Each value of each filter is compared with each change. */
  filterValues: 500,
  /** A client that is so far behind reads faster by starting anew. */
  unsent: 8 * MB,
}

/** What one socket says (pace.ts). Strangers have not shown a person's token yet. */
export const paceLimits = {
  windowMs: 10 * SECOND,
  people: { messages: 300, bytes: 2 * MB },
  strangers: { messages: 60, bytes: 64 * KB },
  joinsASecond: 10,
  /** Messages of one socket are handled one after the other; these may wait. */
  waiting: 100,
  waitingBytes: 256 * KB,
  /** All strangers of a network together: 800 sockets that open at once and join, and then so many messages a second. */
  network: { burst: 1600, aSecond: 50 },
  networksRemembered: 10_000,
}

/** Files (storage/). */
export const storageLimits = {
  /** What one person may have unfinished. */
  unfinished: 20,
  unfinishedBytes: 8 * GB,
  unfinishedMs: DAY,
  /** Uploads leave so much free: the database writes to the same disk, and a full one stops the whole clinic. */
  reserveBytes: 512 * MB,
  /** No screen shows more files at once. */
  links: 100,
}
