import { once } from 'node:events'
import { claimDataFolder } from '../data-folder.ts'

console.log('loaded')
await once(process.stdin, 'data')
await claimDataFolder(process.argv[2] ?? '').then(
  () => console.log('mine'),
  (error: unknown) => console.log(String(error)),
)
await once(process.stdin, 'end')
