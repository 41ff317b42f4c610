import type { EditMarker } from '@app/contracts/api/analytics-calls.ts'
import { Flag as FlagIcon } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { Link, useLocation } from 'react-router-dom'
import { useTouch } from '../../../ui/browser/use-media.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { exactDay } from '../series/days.ts'
import { markerText } from './edit-texts.ts'
import { flagsOf, type Flag, type PlotFrame } from './flags.ts'
import './edit-flags.css'

interface EditFlagsProps {
  readonly profileId: string
  readonly markers: readonly EditMarker[]
  readonly points: readonly { readonly period: string }[]
  readonly frame: PlotFrame
}

const LABELS = {
  own: 'Días en que cambiaste tu perfil',
  other: 'Días en que se cambió el perfil',
} as const
const FLAG_PX = 24
/** What a finger needs. */
const TOUCH_PX = 44

export function EditFlags({ profileId, markers, points, frame }: EditFlagsProps) {
  const isOwn = markers.some(({ is_own }) => is_own)
  const touch = useTouch()
  const flags = flagsOf(markers, points, { frame, gap: touch ? TOUCH_PX : FLAG_PX + 2 })
  return (
    <ul aria-label={LABELS[isOwn ? 'own' : 'other']} className="pointer-events-none absolute inset-0">
      {flags.map((flag) => (
        <DayFlag key={flag.markers[0]?.day} flag={flag} base={frame.base} profileId={profileId} />
      ))}
    </ul>
  )
}

interface DayFlagProps {
  readonly flag: Flag
  readonly base: number
  readonly profileId: string
}

function DayFlag({ flag: { x, markers }, base, profileId }: DayFlagProps) {
  const label = markers.map((marker) => `${exactDay(marker.day)}: ${markerText(marker)}`).join('. ')
  return (
    <li className="edit-flag" style={{ left: x, height: base }}>
      <Popover.Root>
        <Popover.Trigger
          aria-label={label}
          className="edit-flag-button text-micro font-[650] tabular-nums ring-1 ring-surface"
        >
          {markers.length === 1 ? (
            <FlagIcon aria-hidden="true" size={14} strokeWidth={1.9} />
          ) : (
            countLabel(markers.length)
          )}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label="Qué cambió"
            sideOffset={6}
            collisionPadding={12}
            className="edit-notes z-40 grid max-w-[calc(100vw-24px)] animate-[rise_var(--dur-3)_var(--ease-out)] overflow-y-auto overscroll-contain rounded-md bg-surface text-small text-ink-2 shadow-pop ring-1 ring-line"
          >
            {markers.map((marker) => (
              <MarkerNote key={marker.day} marker={marker} profileId={profileId} />
            ))}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </li>
  )
}

function MarkerNote({ marker, profileId }: { readonly marker: EditMarker; readonly profileId: string }) {
  const { day, edits, effect } = marker
  const { search } = useLocation()
  return (
    <section className="grid gap-2 p-3.5">
      <p className="text-micro text-ink-3">{exactDay(day)}</p>
      <p className="font-semibold text-ink">{markerText(marker)}</p>
      {effect !== null && <Periods effect={effect} />}
      <p className="flex flex-wrap items-center justify-between gap-2">
        {effect !== null && (
          <span className="rounded-full bg-surface-3 px-2 py-0.5 text-micro font-semibold text-ink-2">
            antes/después, no causal
          </span>
        )}
        <Link
          to={changeAddress(search, profileId, edits[0]?.at)}
          className="ml-auto inline-flex min-h-6 items-center font-semibold text-accent hover:underline pointer-coarse:min-h-11"
        >
          Ver el cambio
        </Link>
      </p>
    </section>
  )
}

function Periods({ effect }: { readonly effect: NonNullable<EditMarker['effect']> }) {
  const { clicks_before: before, clicks_after: after } = effect
  const best = Math.max(before, after, 1)
  return (
    <dl className="edit-effect grid items-center gap-x-2.5 gap-y-1">
      <Period name="14 días antes" clicks={before} best={best} colour="var(--ink-3)" />
      <Period name="14 días después" clicks={after} best={best} colour="var(--series-clicks)" />
    </dl>
  )
}

interface PeriodProps {
  readonly name: string
  readonly clicks: number
  readonly best: number
  readonly colour: string
}

function Period({ name, clicks, best, colour }: PeriodProps) {
  return (
    <div className="contents">
      <dt>{name}</dt>
      <dd className="edit-period col-span-2 grid items-center">
        <span aria-hidden="true" className="h-1.5">
          <i
            className="block h-full rounded-full"
            style={{ width: `${(100 * clicks) / best}%`, background: colour }}
          />
        </span>
        <b className="text-right font-[650] text-ink tabular-nums">{countLabel(clicks)}</b>
      </dd>
    </div>
  )
}

/** The profile right after the last change of that day. */
function changeAddress(search: string, profileId: string, at: string | undefined): string {
  const params = new URLSearchParams(search)
  params.delete('version')
  for (const [name, value] of Object.entries({ tab: 'history', profile: profileId, at: at ?? '' }))
    params.set(name, value)
  return `/dashboard?${params}`
}
