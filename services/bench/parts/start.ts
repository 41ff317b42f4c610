import { join } from 'node:path'
import { startPostgresServer } from '@app/embedded-postgres/postgres-server.ts'
import type { Figures, Part } from '../frame.ts'
import { startProduct } from '../load/product.ts'

const MIB = 2 ** 20

/** From the start of the process until it says that it is ready, on a folder that was used before, as `npm start`. */
export const start: Part = {
  name: 'start',
  judged: [
    { title: 'seconds ÷ its PostgreSQL alone', metric: 'seconds', of: 'product', by: 'database' },
    { title: 'Node memory at peak, MiB', metric: 'peak', of: 'product' },
  ],
  open: async (context) => {
    const product = async (): Promise<Figures> => {
      const started = await startProduct(context, { DATA_DIR: join(context.folder, 'start-product') })
      const peak = started.peakBytes() / MIB
      await started.stop()
      return { seconds: started.startMs / 1_000, peak }
    }
    const database = async (): Promise<Figures> => {
      const dataDir = join(context.folder, 'start-database')
      const startedMs = performance.now()
      const server = await startPostgresServer({ dataDir, password: 'bench', say: () => undefined })
      const seconds = (performance.now() - startedMs) / 1_000
      await server.stop()
      return { seconds }
    }
    // The first start makes the database and its content.
    await product()
    await database()
    return { product, database }
  },
}
