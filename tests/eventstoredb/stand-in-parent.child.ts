import { openStandIn } from './stand-in-process.ts'

/** Starts a stand-in, freezes it where it is told to, and says its process; then somebody kills this one. */
const standIn = await openStandIn()
if (process.argv[2] === 'frozen') standIn.freeze()
process.send?.(standIn.pid)
