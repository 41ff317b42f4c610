import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { attackAtOnce, type AttackTarget } from '../attack/attacks.ts'

/** The product gets the cores first, as with real attackers. Linux sets the priority by thread. */
const PRIORITY = 10
if (process.platform === 'linux') setPriority(PRIORITY)

const { ms, ...target } = workerData as AttackTarget & { readonly ms: number }

parentPort?.postMessage(await attackAtOnce(target, AbortSignal.timeout(ms)))
