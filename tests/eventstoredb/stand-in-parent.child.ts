import { openStandIn } from './stand-in-process.ts'

/** Starts a stand-in, freezes it on request, and prints its process id. A test then kills this process. */
const standIn = await openStandIn()
if (process.argv[2] === 'frozen') standIn.freeze()
process.send?.(standIn.pid)
