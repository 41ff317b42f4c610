import type { TrafficKind } from '@app/contracts/traffic/kinds.ts'
import type { LiveFact } from '@app/contracts/analytics.ts'
import { Eye, MousePointerClick, UserRoundCheck, type LucideIcon } from 'lucide-react'
import type { LiveStatus } from '../../../app/live-stream.ts'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { agoText, instantText } from '../../../ui/wording/date-time.ts'
import { LiveDot } from '../PeriodLine.tsx'
import { factText, originText, reasonText } from './live-feed.ts'
import type { Live } from './use-live-analytics.ts'

const ICONS: Record<TrafficKind, LucideIcon> = {
  tap: Eye,
  click: MousePointerClick,
  download: UserRoundCheck,
}
const LINES_MAX = 5
const STATUS: Record<LiveStatus, string> = {
  connecting: 'Conectando…',
  connected: 'Conectado',
  reconnecting: 'Reconectando…',
  ended: 'Desconectado',
}
const NOTHING = 'Aún no hay actividad. Cuando alguien abra tu página, lo verás aquí al instante.'

interface LiveLineProps {
  readonly fact: LiveFact
  readonly customTitle: string
  readonly nowMs: number
}

/** One size on each line, so that a new one moves nothing below the list. Beside large text it is as tall as its words. */
function LiveLine({ fact, customTitle, nowMs }: LiveLineProps) {
  const Icon = ICONS[fact.kind]
  const atMs = Date.parse(fact.at)
  const reason = reasonText(fact)
  return (
    <li className="flex min-h-11 items-center gap-2.5 text-small @max-[14rem]:flex-wrap">
      <span className="grid size-7 flex-none place-items-center rounded-sm bg-surface-3 text-ink-2">
        <Icon aria-hidden="true" size={15} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex gap-x-1 @max-[14rem]:flex-wrap">
          <b className="font-semibold @min-[14rem]:truncate">{factText(fact, customTitle)}</b>
          {reason && <span className="flex-none text-micro text-ink-3">{` · ${reason}`}</span>}
        </p>
        <p className="flex justify-between gap-x-2.5 text-micro text-ink-3 @max-[14rem]:flex-wrap">
          <span className="@min-[14rem]:truncate">{originText(fact)}</span>
          <time dateTime={fact.at} title={instantText(atMs)} className="flex-none tabular-nums">
            {agoText(atMs, nowMs)}
          </time>
        </p>
      </div>
    </li>
  )
}

interface LivePanelProps {
  readonly live: Live
  readonly customTitle: string
}

export function LivePanel({ live: { facts, status }, customTitle }: LivePanelProps) {
  const nowMs = useNow()
  const on = status === 'connected'
  return (
    <Panel
      title="En vivo"
      aside={
        <span
          className={`flex items-center gap-2.5 text-small font-semibold ${on ? 'text-success' : 'text-ink-3'}`}
        >
          <LiveDot on={on} />
          <span>{STATUS[status]}</span>
        </span>
      }
    >
      <section aria-label="Últimos movimientos" className="grid min-h-55 flex-1">
        {facts.length > 0 ? (
          <ol aria-live="off" className="grid content-start">
            {facts.slice(0, LINES_MAX).map((fact) => (
              <LiveLine key={fact.id} fact={fact} customTitle={customTitle} nowMs={nowMs} />
            ))}
          </ol>
        ) : (
          <p className="place-self-center px-4 text-center text-small text-ink-3">
            {status === 'connecting' ? 'Cargando…' : NOTHING}
          </p>
        )}
      </section>
    </Panel>
  )
}
