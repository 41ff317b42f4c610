import { useRef, useState, useEffect, type RefObject } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { LiveDot } from './LiveDot.tsx'
import type { LiveStatus } from '../../../app/live/live-stream.ts'
import type { Live } from './use-live-stream.ts'
import { useNow } from '../../../ui/browser/use-now.ts'
import type { TrafficKind } from '@app/contracts/traffic/traffic-kinds.ts'
import { Eye, MousePointerClick, UserRoundCheck, type LucideIcon } from 'lucide-react'
import type { FeedFact } from './live-feed.ts'
import { factText, originText, reasonText } from './live-texts.ts'
import { agoText, instantText } from '../../../ui/wording/relative-time.ts'
import './live-lines.css'

const ICONS: Record<TrafficKind, LucideIcon> = {
  tap: Eye,
  click: MousePointerClick,
  download: UserRoundCheck,
}

const linesHeight = (count: number): string => `calc(${count} * var(--line))`

interface LiveLineProps {
  readonly fact: FeedFact
  readonly customTitle: string
  readonly nowMs: number
  /** 0 is the newest. */
  readonly index: number
}

/** Positioned by a transform, so that a new line moves the others without layout. */
function LiveLine({ fact, customTitle, nowMs, index }: LiveLineProps) {
  const Icon = ICONS[fact.kind]
  const atMs = Date.parse(fact.at)
  const reason = reasonText(fact)
  return (
    <li
      style={{ height: linesHeight(1), transform: `translateY(${linesHeight(index)})` }}
      className="absolute inset-x-0 top-0 transition-transform duration-(--dur-3) ease-(--ease-out)"
    >
      <div
        className={`flex h-full items-center gap-2.5 text-small ${fact.fresh ? 'animate-[fade_var(--dur-4)_var(--ease-out)]' : ''}`}
      >
        <span className="live-icon grid size-7 flex-none place-items-center rounded-sm bg-surface-3 text-ink-2">
          <Icon aria-hidden="true" size={15} />
        </span>
        <div className="min-w-0 flex-1">
          {/* Room for the reason and for the longest origin on a narrow phone: only a link's own title can be cut. */}
          <p className="live-part flex items-baseline gap-x-1">
            <b className="truncate font-semibold">{factText(fact, customTitle)}</b>
            {reason && (
              <span className="flex-none text-micro text-ink-3">
                <span className="live-separator"> · </span>
                {reason}
              </span>
            )}
          </p>
          <p className="live-part flex justify-between gap-x-2.5 text-micro text-ink-3">
            <span className="truncate">{originText(fact)}</span>
            <time dateTime={fact.at} title={instantText(atMs)} className="flex-none tabular-nums">
              {agoText(atMs, nowMs)}
            </time>
          </p>
        </div>
      </div>
    </li>
  )
}

const SLACK_PX = 1

/** Whole rows within the height of a box that grows with its neighbours. */
function useRowsThatFit(box: RefObject<HTMLElement | null>, min: number): number {
  const [rows, setRows] = useState(min)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const rowRem = getComputedStyle(element).getPropertyValue('--line')
      const rowPx = parseFloat(rowRem) * parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRows(Math.max(min, Math.floor((element.clientHeight + SLACK_PX) / rowPx)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, min])
  return rows
}

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
  const fitting = useRowsThatFit(area, LINES_MIN)
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
          <FigureHelp label="Personas en los últimos 5 minutos" figure="people" />
        </div>
      }
    >
      {/* As many whole lines as fit, so that new lines neither move the page nor show by half; all of them scroll. */}
      <div ref={area} className="live-lines relative flex-1" style={{ minHeight: linesHeight(LINES_MIN) }}>
        {live.facts.length > 0 ? (
          <div
            role="region"
            aria-label="Últimos movimientos"
            tabIndex={all ? 0 : undefined}
            className={`absolute inset-0 ${all ? 'overflow-x-hidden overflow-y-auto overscroll-contain pr-3' : ''}`}
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
