import { part } from '../part.ts'
import {
  CONNECTIONS,
  TRACKING_METRICS,
  measureNoOp,
  measureProduct,
  openNoOp,
  openProduct,
  type ProductTarget,
  type TrackTarget,
} from '../load/tracking.ts'

interface Track {
  readonly noOp: TrackTarget
  readonly product: ProductTarget
}

export const trackPart = part<Track>({
  name: 'track',
  title: 'Tracking: acknowledged events per second',
  how: `\`POST /api/public/track/{profileId}\` over ${CONNECTIONS} connections, against the built product as \`npm start\` runs it. Each request is a new click with the body and the headers of a phone's browser. Validation, profile look-up, durable append and all read models are in one process. An event counts when it was answered with 2xx; after every measurement the log must have grown by exactly that number. The no-op is an Express in a process of its own that parses the same JSON and answers 202. For "read models held" another session locks the checkpoints while the product answers the same calls. The difference is the cost of read models that are kept up to date in the same process. Processor time is that of the server process alone, until the last answer, and again until the read models hold everything.`,
  peers: ['express', 'autocannon'],
  metrics: TRACKING_METRICS,
  variants: [
    { name: 'no-op', title: 'no-op Express' },
    { name: 'product', title: 'product' },
    { name: 'product-held', title: 'product, read models held' },
  ],
  aims: [
    { title: 'events/s ÷ no-op', metric: 'rate', of: 'product', by: 'no-op', atLeast: 0.6 },
    { title: 'Node CPU ÷ no-op', metric: 'cpu', of: 'product', by: 'no-op', atMost: 1.8 },
    { title: 'events/s ÷ no-op, read models held', metric: 'rate', of: 'product-held', by: 'no-op' },
    { title: 'Node CPU ÷ no-op, read models held', metric: 'cpu', of: 'product-held', by: 'no-op' },
  ],
  open: async (context) => {
    const product = await openProduct(context, 'track', 'select count(*) as n from log.events')
    return { product, noOp: await openNoOp(context, product.profileId) }
  },
  measure: ({ noOp, product }, variant) =>
    variant === 'no-op' ? measureNoOp(noOp) : measureProduct(product, variant === 'product-held'),
})
