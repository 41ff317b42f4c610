import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { quietChunk } from '../../../app/routes/chunk.tsx'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { InfoPopover } from '../../../ui/overlays/InfoPopover.tsx'

const KpiHelpText = quietChunk(async () => (await import('./KpiHelpText.tsx')).KpiHelpText)

/** One help for the four figures, which have no panel header in common. Its words load when they are asked for. */
export const KpiHelp = ({ data }: { readonly data: UnifiedAnalytics }) => (
  <InfoPopover label="¿Cómo se calculan los totales?" title="¿Cómo se calculan los totales?">
    <LazyPart>
      <KpiHelpText data={data} />
    </LazyPart>
  </InfoPopover>
)
