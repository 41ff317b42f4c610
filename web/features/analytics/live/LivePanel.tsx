import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { LiveDot } from './LiveDot.tsx'
import { LiveLine, linesHeight } from './LiveLine.tsx'
import type { LiveStatus } from './live-stream.ts'
import type { Live } from './use-live-stream.ts'
import { useNow } from '../use-now.ts'

const STATUS: Record<LiveStatus, string> = {
  connecting: 'Conectando…',
  connected: 'Conectado',
  reconnecting: 'Reconectando…',
  ended: 'Desconectado',
}

const NOTHING = 'Aún no hay actividad. Cuando alguien abra tu página, lo verás aquí al instante.'

interface LivePanelProps {
  readonly live: Live
  readonly customTitle: string
}

export function LivePanel({ live, customTitle }: LivePanelProps) {
  const nowMs = useNow()
  const on = live.status === 'connected'
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
      {/* The list scrolls in a fixed height, so that new lines do not move the page. */}
      <div className="relative min-h-[14.75rem] flex-1">
        {live.facts.length > 0 ? (
          <div
            role="region"
            aria-label="Últimos movimientos"
            tabIndex={0}
            className="absolute -inset-x-2.5 inset-y-0 overflow-y-auto overscroll-contain rounded-sm px-2.5"
          >
            <ol aria-live="off" className="relative" style={{ height: linesHeight(live.facts.length) }}>
              {live.facts.map((fact, index) => (
                <LiveLine key={fact.id} fact={fact} customTitle={customTitle} nowMs={nowMs} index={index} />
              ))}
            </ol>
          </div>
        ) : (
          <p className="absolute inset-0 grid place-items-center px-4 text-center text-small text-ink-3">
            {live.status === 'connecting' ? 'Cargando…' : NOTHING}
          </p>
        )}
      </div>
    </Panel>
  )
}
