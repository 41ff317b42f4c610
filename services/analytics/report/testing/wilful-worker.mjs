// A worker that does what the page's address says. Plain JavaScript, because a worker is loaded by path.
import { parentPort, threadId, workerData } from 'node:worker_threads'

const slug = workerData.pageAddress
if (slug === 'die') process.exit(1)
if (slug === 'throw') throw new Error('a worker that breaks')
if (slug === 'hang') for (;;);
if (slug === 'wait') setInterval(() => undefined, 1_000)
else if (slug === 'refuse') parentPort?.postMessage({ error: 'Error: this one cannot be made' })
else parentPort?.postMessage({ bytes: new TextEncoder().encode(`${slug} of ${threadId}`) })
