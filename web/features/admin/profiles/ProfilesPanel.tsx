import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/notices/states.tsx'
import { ListPanel } from '../../../ui/ListPanel.tsx'
import { useList } from '../../../ui/use-list.ts'
import { AdminProfileCard } from './AdminProfileCard.tsx'
import { useAdminProfilesQuery } from '../admin-api.ts'

const FILTERS = [
  { value: 'all', text: 'Todos' },
  { value: 'active', text: 'Activos' },
  { value: 'inactive', text: 'Inactivos' },
] as const

export function ProfilesPanel() {
  const list = useList('-created_at')
  const answer = useAdminProfilesQuery(list.request)
  return (
    <ListPanel
      list={list}
      answer={answer}
      label="Perfiles"
      things="los perfiles"
      unit={['perfil', 'perfiles']}
      searchLabel="Nombre o empresa"
      states={FILTERS}
      actions={
        <Button
          size="sm"
          busy={answer.isFetching}
          icon={<RotateCw aria-hidden="true" size={15} strokeWidth={1.9} />}
          onClick={() => void answer.refetch()}
        >
          Recargar
        </Button>
      }
      empty={
        <EmptyNotice title={`Todavía no hay perfiles en la plataforma. Total: ${answer.data?.total ?? 0}`}>
          <p className="text-small text-ink-2">Cada usuario crea los suyos en Mis Perfiles.</p>
        </EmptyNotice>
      }
      noMatch="Ningún perfil coincide con tu búsqueda."
      card={(profile) => <AdminProfileCard key={profile.id} profile={profile} />}
    />
  )
}
