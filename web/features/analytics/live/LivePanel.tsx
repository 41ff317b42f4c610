import { useRef, useState } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { LiveDot } from './LiveDot.tsx'
import { LINE_REM, LiveLine, linesHeight } from './LiveLine.tsx'
import type { LiveStatus } from '../../../app/live/live-stream.ts'
import type { Live } from './use-live-stream.ts'
import { useRowsThatFit } from './use-rows-that-fit.ts'
import { useNow } from '../../../ui/browser/use-now.ts'

const STATUS: Record<LiveStatus, string> = {
  connecting: 'Conectando…',
  connected: 'Conectado',
  reconnecting: 'Reconectando…',
  ended: 'Desconectado',
}

const NOTHING = 'Aún no hay actividad. Cuando alguien abra tu página, lo verás aquí al instante.'

const Nothing = ({ isConnecting }: { readonly isConnecting: boolean }) => (
  <p className="absolute inset-0 grid place-items-center px-4 text-center text-small text-ink-3">
    {isConnecting ? 'Cargando…' : NOTHING}
  </p>
)

const LINES_MIN = 5

interface LivePanelProps {
  readonly live: Live
  readonly customTitle: string
}

export function LivePanel({ live, customTitle }: LivePanelProps) {
  const nowMs = useNow()
  const on = live.status === 'connected'
  const [all, setAll] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const fitting = useRowsThatFit(area, LINE_REM, LINES_MIN)
  const shown = all ? live.facts : live.facts.slice(0, fitting)
  return (
    <Panel
      title="En vivo"
      aside={
        <div className="-my-2 -mr-2 flex items-center gap-1">
          <span
            className={`flex items-center gap-2.5 text-small font-semibold ${on ? 'text-success' : 'text-ink-3'}`}
          >
            <LiveDot on={on} />
            {STATUS[live.status]}
          </span>
          <FigureHelp label="Personas viendo tu perfil" figure="people" />
        </div>
      }
    >
      {/* As many whole lines as fit, so that new lines neither move the page nor show by half; all of them scroll. */}
      <div ref={area} className="relative flex-1" style={{ minHeight: linesHeight(LINES_MIN) }}>
        {live.facts.length > 0 ? (
          <div
            role="region"
            aria-label="Últimos movimientos"
            tabIndex={all ? 0 : undefined}
            className={`absolute inset-0 ${all ? 'overflow-x-hidden overflow-y-auto overscroll-contain' : ''}`}
          >
            <ol aria-live="off" className="relative" style={{ height: linesHeight(shown.length) }}>
              {shown.map((fact, index) => (
                <LiveLine key={fact.id} fact={fact} customTitle={customTitle} nowMs={nowMs} index={index} />
              ))}
            </ol>
          </div>
        ) : (
          <Nothing isConnecting={live.status === 'connecting'} />
        )}
      </div>
      {(all || shown.length < live.facts.length) && (
        <MoreButton aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : 'Ver más'}
        </MoreButton>
      )}
    </Panel>
  )
}
