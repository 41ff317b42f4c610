import type { HistoryEntry } from '@app/contracts/audit.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useState, useId, type FormEvent } from 'react'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { useMedia } from '../../ui/browser/use-browser.ts'
import { countedText, countLabel } from '../../ui/wording/figures.ts'
import { ExpedienteButton } from './ExpedienteButton.tsx'
import { useOwnerChanges, type OwnerChanges, searchAtMoment, useShown, type Moment } from './history-api.ts'
import { PastView } from './PastCard.tsx'
import type { To } from 'react-router-dom'
import { HistorySkeleton, Timeline, TimelineFooter } from '../../ui/history/Timeline.tsx'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/forms/fields.tsx'
import { DateField } from '../../ui/forms/choices.tsx'
import { endOfMinuteMs, timeLabel } from '../../ui/wording/exact-time.ts'

type TabProfile = Pick<OwnProfile, 'id' | 'slug' | 'name' | 'lastname'>

export const HistoryTab = ({ profile }: { readonly profile: TabProfile | undefined }) => (
  <>
    <header className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 min-[900px]:mb-[18px]">
      <div className="grid min-w-0 gap-0.5">
        <ScreenTitle text="Historial" className="text-h1" />
        {profile && (
          <p className="flex flex-wrap gap-x-2 text-nav text-ink-2 wrap-anywhere">
            <span dir="auto">{`${profile.name} ${profile.lastname}`.trim()}</span>
            <span className="font-mono text-small text-ink-3">/pages/{profile.slug}</span>
          </p>
        )}
      </div>
      {profile && (
        <ExpedienteButton
          wanted={{
            url: `/profile/${encodeURIComponent(profile.id)}/expediente`,
            name: `expediente_${profile.slug}.jsonl`,
          }}
          className="max-[899px]:h-11! max-[899px]:w-full"
        />
      )}
    </header>
    {profile ? (
      <OwnerHistory key={profile.id} profileId={profile.id} />
    ) : (
      <EmptyNotice title="Selecciona un perfil para ver su historial" />
    )}
  </>
)

const VIEWS = [
  { value: 'changes', text: 'Cambios' },
  { value: 'past', text: 'Cómo estaba' },
] as const
type View = (typeof VIEWS)[number]['value']

const momentOf = ({ version, at }: HistoryEntry): Moment => (version === null ? { at } : { version })

function OwnerHistory({ profileId }: { readonly profileId: string }) {
  const changes = useOwnerChanges(profileId)
  const shown = useShown(profileId, changes)
  const { search, at, goTo } = shown
  const wide = useMedia('(min-width: 900px)')
  const [view, setView] = useView(search, shown.chosen !== undefined)
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <Controls key={at ?? ''} changes={changes} at={at} onChoose={goTo} />
      {changes.isBehind && (
        <Notice tone="warning">Faltan tus últimos cambios. Los agregamos apenas estén listos.</Notice>
      )}
      {!wide && (
        <Segments label="Vista" options={VIEWS} chosen={view} onChoose={setView} className="flex-wrap" />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 min-[1181px]:@min-[53rem]:grid-cols-[minmax(300px,1fr)_minmax(0,664px)]">
        {(wide || view === 'changes') && (
          <ChangesCard
            changes={changes}
            hrefOf={(entry) => ({ search: searchAtMoment(search, momentOf(entry)) })}
            isSelected={shown.isSelected}
          />
        )}
        {(wide || view === 'past') && (
          <PastView
            profileId={profileId}
            shown={shown}
            wide={wide}
            isBehind={changes.isBehind}
            isLoading={changes.isLoading}
          />
        )}
      </div>
    </div>
  )
}

/** On narrow screens one of both is shown: the one that the address leads to, until another is chosen. */
function useView(search: string, isChosen: boolean): readonly [View, (view: View) => void] {
  const [choice, setChoice] = useState<{ readonly search: string; readonly view: View }>()
  const view = choice?.search === search ? choice.view : isChosen ? 'past' : 'changes'
  return [view, (next) => setChoice({ search, view: next })]
}

interface ControlsProps {
  readonly changes: OwnerChanges
  readonly at: string | undefined
  readonly onChoose: (moment: Moment) => void
}

function Controls({ changes, at, onChoose }: ControlsProps) {
  const [nowMs] = useState(() => Date.now())
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <AsOfForm atMs={Date.parse(at ?? '') || nowMs} onChoose={(chosen) => onChoose({ at: chosen })} />
      {changes.entries && (
        <p className="text-small text-ink-3 tabular-nums">
          {countedText(changes.total, 'cambio', 'cambios')}
        </p>
      )}
    </div>
  )
}

interface ChangesCardProps {
  readonly changes: OwnerChanges
  readonly hrefOf: (entry: HistoryEntry) => To
  readonly isSelected: (entry: HistoryEntry) => boolean
}

function ChangesCard({ changes, hrefOf, isSelected }: ChangesCardProps) {
  const { entries, total, isError, isLoading, refetch } = changes
  if (isError && entries === undefined)
    return <FailedNotice text="No pudimos cargar el historial." onRetry={refetch} />
  if (isLoading || entries === undefined) return <HistorySkeleton />
  if (entries.length === 0)
    return (
      <EmptyNotice title="Todavía no hay cambios.">
        <p className="text-small text-ink-2">Edita tu perfil: cada cambio queda aquí.</p>
      </EmptyNotice>
    )
  return (
    <section aria-label="Cambios" className="card flex flex-col self-stretch overflow-hidden">
      <Timeline
        entries={entries}
        nowMs={changes.readMs}
        hrefOf={hrefOf}
        isSelected={isSelected}
        placeOf={({ version }) => (version === null ? '' : `Versión ${version}`)}
      />
      <TimelineFooter
        text={`Mostrando ${countLabel(entries.length)} de ${countedText(total, 'cambio', 'cambios')}`}
        isError={isError}
        list={changes}
      />
    </section>
  )
}

interface AsOfFormProps {
  /** Initial value of the fields. */
  readonly atMs: number
  /** @param at ISO instant */
  readonly onChoose: (at: string) => void
}

const MINUTE_MS = 60_000

/** A moment in Santiago at which to see the profile. */
function AsOfForm({ atMs, onChoose }: AsOfFormProps) {
  const [day, setDay] = useState(() => dayInSantiago(atMs))
  const [time, setTime] = useState(() => timeLabel(atMs))
  const [isRefused, setRefused] = useState(false)
  const errorId = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const chosenMs = endOfMinuteMs(day, time)
    setRefused(chosenMs === undefined)
    if (chosenMs === undefined) return
    const nowMs = Date.now()
    // The fields begin with this minute, which is not over.
    onChoose(new Date(chosenMs - nowMs < MINUTE_MS ? Math.min(chosenMs, nowMs) : chosenMs).toISOString())
  }
  const described = isRefused ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Ver como estaba"
      className="grid max-w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 pointer-coarse:[&_input]:text-[length:min(1rem,8vw)]"
    >
      <div className="flex flex-wrap items-end gap-2 min-[900px]:gap-2.5">
        <DateField
          label="Ver como estaba"
          showsLabel
          required
          value={day}
          onChange={setDay}
          className="w-[9.25rem] max-w-full max-sm:flex-auto"
          {...described}
        />
        <DateField
          label="Hora"
          type="time"
          required
          value={time}
          onChange={setTime}
          className="w-[7.5rem] max-w-full max-sm:flex-auto"
          {...described}
        />
        <Button type="submit" size="sm" className="h-9! px-4! max-[899px]:flex-auto pointer-coarse:h-11!">
          Ver
        </Button>
      </div>
      {isRefused && <FieldError id={errorId}>Escribe una fecha y una hora que existan.</FieldError>}
    </form>
  )
}
