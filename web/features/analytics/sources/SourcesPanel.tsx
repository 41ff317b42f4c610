import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { Device } from '@app/contracts/traffic/traffic-kinds.ts'
import { Share2 } from 'lucide-react'
import { memo } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { PictureButton } from '../picture/PictureButton.tsx'
import { sourcesPicture } from './sources-picture.ts'
import { OriginList } from './OriginList.tsx'
import { deviceOrigins, referrerOrigins, sharedText } from './origins.ts'
import { SourceShares } from './SourceShares.tsx'

type SourcesPanelProps = Readonly<Pick<UnifiedAnalytics, 'sources' | 'referrers' | 'devices' | 'shared'>> & {
  readonly caption: string
}

const TITLE = 'Origen de las visitas'
const NOTES = [
  {
    term: 'Desde',
    text: 'El sitio o la app donde estaba el enlace, si el navegador lo dice. Directo: no lo dice, como pasa con las tarjetas.',
  },
  {
    term: 'Compartida',
    text: 'Veces que una app pidió la vista previa de tu enlace, más o menos las veces que alguien lo envió.',
  },
]

export const SourcesPanel = memo(function SourcesPanel(props: SourcesPanelProps) {
  const { sources, referrers, devices, shared } = props
  const visited = Object.values(sources).some((count) => count > 0)
  const sharedLine = sharedText(shared)
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2 ml-auto flex items-center">
          {visited && (
            <PictureButton title={TITLE} caption={props.caption} pictureOf={() => sourcesPicture(sources)} />
          )}
          <FigureHelp label={TITLE} figure="sources" notes={NOTES} />
        </div>
      }
    >
      <div className="@container">
        {visited ? (
          <SourceShares sources={sources} />
        ) : (
          <p className="py-2 text-small text-ink-3">Sin visitas en este período.</p>
        )}
        <div className="mt-3.5 grid gap-x-8 gap-y-3 border-t border-line pt-3 empty:hidden @min-[15rem]:grid-cols-2 @min-[30rem]:grid-cols-3">
          {visited && (
            <OriginList
              title="Dispositivos"
              origins={deviceOrigins(devices)}
              partOf={(device) => ({ device: device as Device })}
            />
          )}
          {visited && <OriginList title="Desde" origins={referrerOrigins(referrers)} />}
          {sharedLine !== undefined && (
            <p className="flex gap-2 self-start text-small text-ink-2 tabular-nums @min-[15rem]:col-span-2 @min-[30rem]:col-span-1">
              <Share2 aria-hidden="true" size={15} strokeWidth={1.9} className="mt-0.5 flex-none" />
              {sharedLine}
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
})
