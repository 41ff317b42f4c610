import { once } from 'node:events'
import { claimDataFolder } from './data-folder.ts'

/** The tests of the data folder run this program, which claims the folder on input and until the input ends. */
console.log('loaded')
await once(process.stdin, 'data')
await claimDataFolder(process.argv[2] ?? '').then(
  () => console.log('mine'),
  (error: unknown) => console.log(String(error)),
)
await once(process.stdin, 'end')
