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
    <section
      aria-label="Reproducción"
      className="transport items-center gap-x-2.5 gap-y-1 border-t border-line bg-surface"
    >
      <div className="transport-event min-h-11 items-center gap-2.5">
        <EventIcon event={event} />
        <p className="line-clamp-2">
          <Sentence parts={sentenceOf(event)} />
        </p>
      </div>
      <p className="transport-place flex flex-wrap gap-x-3 text-ink-2 tabular-nums">
        <b className="font-semibold text-ink">{positionLabel(event.position)}</b>
        <time dateTime={event.at}>{secondLabel(Date.parse(event.at))}</time>
        <span>{place}</span>
      </p>
      <div role="group" aria-label="Controles" className="transport-controls flex items-center gap-0.5">
        <Go label="Primer evento" icon={SkipBack} isOff={isFirst} isEnd onClick={() => step(-index)} />
        <Go label="Un paso atrás" icon={StepBack} isOff={isFirst} onClick={() => step(-1)} />
        <PlayButton isPlaying={isPlaying} onClick={toggle} />
        <Go label="Un paso adelante" icon={StepForward} isOff={isLast} onClick={() => step(1)} />
        <Go
          label="Último evento"
          icon={SkipForward}
          isOff={isLast}
          isEnd
          onClick={() => step(total - 1 - index)}
        />
      </div>
      <div className="transport-speed flex items-center gap-3.5">
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

interface PlayButtonProps extends Pick<Player, 'isPlaying'> {
  readonly onClick: () => void
}

const PlayButton = ({ isPlaying, onClick }: PlayButtonProps) => (
  <button
    type="button"
    aria-label={isPlaying ? 'Pausar' : 'Reproducir'}
    onClick={onClick}
    className="mr-1 ml-1 grid size-11 place-items-center rounded-full bg-primary text-on-primary"
  >
    {createElement(isPlaying ? Pause : Play, { size: 20, fill: 'currentColor', 'aria-hidden': true })}
  </button>
)

const Keys = () => (
  <p aria-hidden="true" className="transport-keys items-center gap-[5px] text-micro text-ink-3">
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
  /** Left out where there is little room. */
  readonly isEnd?: boolean
  readonly onClick: () => void
}

/** Not `disabled`: the focus would be lost at the first and at the last event. */
const Go = ({ label, icon: Icon, isOff, isEnd = false, onClick }: GoProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    onClick={isOff ? undefined : onClick}
    className={`transport-step size-11 place-items-center rounded-[10px] text-ink-2 hover:bg-surface-3 ${isEnd ? 'is-end' : ''}`}
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
    <div className="life-line relative">
      <Bars bars={track.bars} done={here} />
      {edits.map(([place, at]) => (
        <i
          key={place}
          aria-hidden="true"
          className={`life-edit absolute ${at > index ? 'is-to-come' : ''}`}
          style={{ left: place }}
        />
      ))}
      <i aria-hidden="true" className="life-cursor absolute" style={{ left: percent(here) }} />
      <input
        type="range"
        className="absolute cursor-pointer opacity-0"
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
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 flex justify-between text-micro text-ink-3"
      >
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
      className={`life-bars absolute w-full ${state}`}
      style={state === 'is-done' ? { clipPath: `inset(0 ${percent(1 - done)} 0 0)` } : undefined}
    >
      <path d={path} />
    </svg>
  ))
}
