import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { useMedia } from '../../ui/browser/use-media.ts'
import { dayLabel } from '../../ui/wording/exact-time.ts'
import { countedText } from '../../ui/wording/figures.ts'
import { AsOfForm } from './AsOfForm.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { ExpedienteButton } from './ExpedienteButton.tsx'
import { usePastProfileQuery, type Moment } from './history-api.ts'
import { PastCard, PastSkeleton } from './PastCard.tsx'
import { momentIn, searchWith } from './shown-moment.ts'
import { useOwnerChanges, type OwnerChanges } from './use-owner-changes.ts'

type TabProfile = Pick<OwnProfile, 'id' | 'slug' | 'name' | 'lastname'>

export const HistoryTab = ({ profile }: { readonly profile: TabProfile | undefined }) => (
  <>
    <header className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 min-[900px]:mb-[18px]">
      <div className="grid min-w-0 gap-0.5">
        <ScreenTitle text="Historial" className="text-h1" />
        {profile && (
          <p className="flex flex-wrap gap-x-2 text-nav text-ink-2 wrap-anywhere">
            <span>{`${profile.name} ${profile.lastname}`.trim()}</span>
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
  const { search } = useLocation()
  const navigate = useNavigate()
  const wide = useMedia('(min-width: 900px)')
  const changes = useOwnerChanges(profileId)
  const chosen = momentIn(search)
  const moment =
    chosen ?? (changes.newestVersion === undefined ? undefined : { version: changes.newestVersion })
  const answer = usePastProfileQuery(moment ? { profileId, moment } : skipToken)
  const [view, setView] = useView(search, chosen !== undefined)
  const goTo = (next: Moment | undefined) => void navigate({ search: searchWith(search, next) })
  const shownVersion =
    answer.currentData?.version ?? (moment && 'version' in moment ? moment.version : undefined)
  const isSelected = (entry: HistoryEntry): boolean =>
    chosen !== undefined && 'at' in chosen && entry.version === null
      ? entry.at === chosen.at
      : entry.version !== null && entry.version === shownVersion
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <Controls
        key={chosen && 'at' in chosen ? chosen.at : ''}
        profileId={profileId}
        changes={changes}
        chosen={chosen}
        onChoose={(at) => goTo({ at })}
      />
      {changes.isBehind && (
        <Notice tone="warning">Faltan tus últimos cambios. Los agregamos apenas estén listos.</Notice>
      )}
      {!wide && <Segments label="Vista" options={VIEWS} chosen={view} onChoose={setView} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 min-[1181px]:grid-cols-[minmax(300px,1fr)_minmax(0,664px)]">
        {(wide || view === 'changes') && (
          <ChangesCard
            changes={changes}
            hrefOf={(entry) => ({ search: searchWith(search, momentOf(entry)) })}
            isSelected={isSelected}
          />
        )}
        {(wide || view === 'past') &&
          (moment ? (
            <PastCard
              profileId={profileId}
              moment={moment}
              answer={answer}
              onBack={chosen && (() => goTo(undefined))}
              isBehind={changes.isBehind}
            />
          ) : (
            changes.isLoading && <PastSkeleton />
          ))}
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
  readonly profileId: string
  readonly changes: OwnerChanges
  readonly chosen: Moment | undefined
  readonly onChoose: (at: string) => void
}

function Controls({ profileId, changes, chosen, onChoose }: ControlsProps) {
  const [nowMs] = useState(() => Date.now())
  const { currentData: first } = usePastProfileQuery({ profileId, moment: { version: 1 } })
  const atMs = chosen && 'at' in chosen ? Date.parse(chosen.at) : nowMs
  const since = first && ` desde el ${dayLabel(dayInSantiago(Date.parse(first.at)))}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <AsOfForm atMs={atMs} onChoose={onChoose} />
      {changes.entries && (
        <p className="text-small text-ink-3 tabular-nums">
          {countedText(changes.total, 'cambio', 'cambios')}
          {since}
        </p>
      )}
    </div>
  )
}
