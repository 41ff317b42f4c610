import { once } from 'node:events'
import { claimDataFolder } from './data-folder.ts'

/** A program of its own for the tests of the data folder: says when it is loaded, claims at a word, holds to the end. */
console.log('loaded')
await once(process.stdin, 'data')
await claimDataFolder(process.argv[2] ?? '').then(
  () => console.log('mine'),
  (error: unknown) => console.log(String(error)),
)
await once(process.stdin, 'end')
