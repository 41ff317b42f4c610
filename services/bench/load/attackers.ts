import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { attackAtOnce, type AttackTarget } from '../attack/attacks.ts'

/** The attackers run in a thread of their own, so that their work does not add to the phone's latency. */

/** Real attackers have their own machines; here they yield the cores. Linux sets the priority by thread. */
const PRIORITY = 10
if (process.platform === 'linux') setPriority(PRIORITY)

const { ms, ...target } = workerData as AttackTarget & { readonly ms: number }

parentPort?.postMessage(await attackAtOnce(target, AbortSignal.timeout(ms)))
