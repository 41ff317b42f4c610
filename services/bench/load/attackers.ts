import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { attackAtOnce, type AttackTarget } from '../attack/attacks.ts'

/** The attackers of a bench, in a thread of their own: what they are busy with is no latency of a phone's. */

/** Real ones have machines of their own: here they leave the cores to the product. Linux counts it by the thread. */
const PRIORITY = 10
if (process.platform === 'linux') setPriority(PRIORITY)

const { ms, ...target } = workerData as AttackTarget & { readonly ms: number }

parentPort?.postMessage(await attackAtOnce(target, AbortSignal.timeout(ms)))
