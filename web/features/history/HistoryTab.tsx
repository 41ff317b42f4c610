import type { HistoryEntry } from '@app/contracts/audit.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { ProfileHeader } from '../../ui/ScreenFrame.tsx'
import { countedText, countLabel } from '../../ui/wording/figures.ts'
import { ExpedienteButton } from './ExpedienteButton.tsx'
import { searchWith } from '../../app/public-url.ts'
import { useOwnerChanges, type OwnerChanges, useShown } from './history-api.ts'
import { PastView } from './PastCard.tsx'
import type { To } from 'react-router-dom'
import { HistorySkeleton, Timeline, TimelineFooter } from '../../ui/history/Timeline.tsx'

type TabProfile = Pick<OwnProfile, 'id' | 'slug' | 'name' | 'lastname'>

export const HistoryTab = ({ profile }: { readonly profile: TabProfile | undefined }) => (
  <>
    <ProfileHeader title="Historial" profile={profile}>
      {profile && (
        <ExpedienteButton
          wanted={{
            url: `/profile/${encodeURIComponent(profile.id)}/expediente`,
            name: `expediente_${profile.slug}.jsonl`,
          }}
          className="max-[899px]:h-11! max-[899px]:w-full"
        />
      )}
    </ProfileHeader>
    {profile ? (
      <OwnerHistory key={profile.id} profileId={profile.id} />
    ) : (
      <EmptyNotice title="Selecciona un perfil para ver su historial" />
    )}
  </>
)

function OwnerHistory({ profileId }: { readonly profileId: string }) {
  const changes = useOwnerChanges(profileId)
  const shown = useShown(profileId, changes.newestVersion)
  const { search } = shown
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {changes.isBehind && (
        <Notice tone="warning">Faltan tus últimos cambios. Los agregamos apenas estén listos.</Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 beside:grid-cols-[minmax(300px,1fr)_minmax(0,664px)]">
        <ChangesCard
          changes={changes}
          hrefOf={({ version }) => ({ search: searchWith(search, { version: String(version) }) })}
          isSelected={({ version }) => version === shown.version}
        />
        <PastView
          profileId={profileId}
          shown={shown}
          isBehind={changes.isBehind}
          isLoading={changes.isLoading}
        />
      </div>
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
        placeOf={({ version }) => `Versión ${version}`}
      />
      <TimelineFooter
        text={`Mostrando ${countLabel(entries.length)} de ${countedText(total, 'cambio', 'cambios')}`}
        isError={isError}
        list={changes}
      />
    </section>
  )
}
