import type { Life } from '@app/contracts/api/admin/life-calls.ts'
import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward, type LucideIcon } from 'lucide-react'
import { createElement, useMemo } from 'react'
import { Segments } from '../../../ui/Segments.tsx'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { dayLabel, minuteLabel, secondLabel } from '../../../ui/wording/exact-time.ts'
import { countLabel, positionLabel } from '../../../ui/wording/figures.ts'
import { EventIcon } from './EventRows.tsx'
import { indexAt, sentenceOf, trackOf, type LifeTrack } from './life.ts'
import { SPEEDS, type Player } from './use-player.ts'

interface TransportProps {
  readonly life: Life
  readonly player: Player
}

const SPEED_OPTIONS = SPEEDS.map((speed) => ({ value: String(speed), text: `${speed}×` }))

export function Transport({ life: { events, skipped }, player }: TransportProps) {
  const { index, total, isPlaying, speed, setSpeed, step, toggle } = player
  const event = events[index]!
  const place = `Evento ${countLabel(skipped + index + 1)} de ${countLabel(skipped + total)}`
  const [isFirst, isLast] = [index === 0, index === total - 1]
  return (
    <section aria-label="Reproducción" className="transport">
      <div className="transport-event">
        <EventIcon event={event} />
        <p>
          <Sentence parts={sentenceOf(event)} />
        </p>
      </div>
      <p className="transport-place">
        <b>{positionLabel(event.position)}</b>
        <span>{secondLabel(Date.parse(event.at))}</span>
        <span>{place}</span>
      </p>
      <div role="group" aria-label="Controles" className="transport-controls">
        <Go label="Primer evento" icon={SkipBack} isOff={isFirst} onClick={() => step(-index)} />
        <Go label="Un paso atrás" icon={StepBack} isOff={isFirst} onClick={() => step(-1)} />
        <button
          type="button"
          aria-label={isPlaying ? 'Pausar' : 'Reproducir'}
          onClick={toggle}
          className="transport-play"
        >
          {createElement(isPlaying ? Pause : Play, { size: 20, fill: 'currentColor', 'aria-hidden': true })}
        </button>
        <Go label="Un paso adelante" icon={StepForward} isOff={isLast} onClick={() => step(1)} />
        <Go label="Último evento" icon={SkipForward} isOff={isLast} onClick={() => step(total - 1 - index)} />
      </div>
      <div className="transport-speed">
        <Keys />
        <Segments
          label="Velocidad, eventos por segundo"
          options={SPEED_OPTIONS}
          chosen={String(speed)}
          onChoose={(text) => setSpeed(SPEEDS.find((one) => String(one) === text) ?? speed)}
          buttonClassName="min-w-11 px-2 tabular-nums"
        />
      </div>
      <Slider events={events} player={player} text={`${place}, ${minuteLabel(Date.parse(event.at))}`} />
    </section>
  )
}

const Keys = () => (
  <p aria-hidden="true" className="transport-keys">
    <kbd>←</kbd>
    <kbd>→</kbd>
    <span>paso</span>
    <kbd>espacio</kbd>
    <span>reproducir</span>
  </p>
)

interface GoProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly isOff: boolean
  readonly onClick: () => void
}

/** Not `disabled`: the focus would be lost at the first and at the last event. */
const Go = ({ label, icon: Icon, isOff, onClick }: GoProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    onClick={isOff ? undefined : onClick}
    className="transport-step"
  >
    <Icon aria-hidden="true" size={19} strokeWidth={1.9} />
  </button>
)

interface SliderProps extends Pick<Life, 'events'> {
  readonly player: Player
  readonly text: string
}

const percent = (place: number): string => `${(place * 100).toFixed(2)}%`
/** So that a pointer lands between any two events. */
const STEPS = 100_000

/** Bars a day, diamonds for edits. Its field gives keys and a name. */
function Slider({ events, player: { index, step, goTo }, text }: SliderProps) {
  const track = useMemo(() => trackOf(events), [events])
  const here = track.places[index]!
  /** Where several stand in one place, the first one's index. */
  const edits = useMemo(() => {
    const found = events.flatMap(({ version }, at) =>
      version === null ? [] : [[percent(track.places[at]!), at] as const],
    )
    return [...new Map(found.toReversed())]
  }, [events, track])
  return (
    <div className="life-line">
      <Bars bars={track.bars} done={here} />
      {edits.map(([place, at]) => (
        <i
          key={place}
          aria-hidden="true"
          className={`life-edit ${at > index ? 'is-to-come' : ''}`}
          style={{ left: place }}
        />
      ))}
      <i aria-hidden="true" className="life-cursor" style={{ left: percent(here) }} />
      <input
        type="range"
        min={0}
        max={STEPS}
        value={Math.round(here * STEPS)}
        aria-label="Posición en la vida"
        aria-valuetext={text}
        onChange={({ target }) => {
          const wanted = indexAt(track, Number(target.value) / STEPS)
          step(0)
          goTo(wanted)
        }}
      />
      <span aria-hidden="true" className="life-ticks">
        <span>{dayLabel(track.first)}</span>
        <span>{dayLabel(track.last)}</span>
      </span>
    </div>
  )
}

const HEIGHT = 34

/** Twice: those up to the current event lie over the pale ones. */
function Bars({ bars, done }: { readonly bars: LifeTrack['bars']; readonly done: number }) {
  const path = useMemo(() => {
    const gap = Math.min(0.24, bars.length * 0.004)
    const barOf = (height: number, at: number) =>
      height === 0
        ? ''
        : `M${at + gap / 2} ${HEIGHT}v${-Math.max(1.5, height * HEIGHT)}h${1 - gap}V${HEIGHT}z`
    return bars.map(barOf).join('')
  }, [bars])
  return ['is-to-come', 'is-done'].map((state) => (
    <svg
      key={state}
      aria-hidden="true"
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`life-bars ${state}`}
      style={state === 'is-done' ? { clipPath: `inset(0 ${percent(1 - done)} 0 0)` } : undefined}
    >
      <path d={path} />
    </svg>
  ))
}
