import type { User } from '@app/contracts/accounts.ts'
import {
  Bell,
  Database,
  FileText,
  History,
  IdCard,
  Inbox,
  KeyRound,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { quietChunk, type Chunk } from '../../ui/browser/chunk.tsx'
import type { ListName } from './admin-api.ts'

export interface AdminPanel {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
  readonly list?: ListName
  readonly Content: Chunk<{ readonly user: User }>
  /** Below the screen's title, in place of how many users there are. */
  readonly about?: string
}

export const PANELS: readonly AdminPanel[] = [
  {
    id: 'usuarios',
    name: 'Usuarios',
    icon: Users,
    list: 'users',
    Content: quietChunk(async () => (await import('./users/UsersPanel.tsx')).UsersPanel),
  },
  {
    id: 'codigos',
    name: 'Códigos de Activación',
    icon: KeyRound,
    list: 'activation-codes',
    Content: quietChunk(async () => (await import('./codes/CodesPanel.tsx')).CodesPanel),
  },
  {
    id: 'cotizaciones',
    name: 'Cotizaciones',
    icon: FileText,
    list: 'quotations',
    Content: quietChunk(async () => (await import('./quotations/QuotationsPanel.tsx')).QuotationsPanel),
  },
  {
    id: 'perfiles',
    name: 'Perfiles',
    icon: IdCard,
    list: 'profiles',
    Content: quietChunk(async () => (await import('./profiles/ProfilesPanel.tsx')).ProfilesPanel),
  },
  {
    id: 'recordatorios',
    name: 'Recordatorios',
    icon: Bell,
    list: 'reminders',
    Content: quietChunk(async () => (await import('./reminders/RemindersPanel.tsx')).RemindersPanel),
  },
  {
    id: 'solicitudes',
    name: 'Solicitudes',
    icon: Inbox,
    list: 'requests',
    Content: quietChunk(async () => (await import('./requests/RequestsPanel.tsx')).RequestsPanel),
    about: 'Lo que la gente pide sobre sus datos, y cuándo se le respondió',
  },
  {
    id: 'historial',
    name: 'Historial',
    icon: History,
    Content: quietChunk(async () => (await import('./history/HistoryPanel.tsx')).HistoryPanel),
  },
  {
    id: 'avanzado',
    name: 'Avanzado',
    icon: Database,
    Content: quietChunk(async () => (await import('./data/DataPanel.tsx')).DataPanel),
  },
]

export function panelOf(search: string): AdminPanel {
  const named = new URLSearchParams(search).get('tab')
  return PANELS.find(({ id }) => id === named) ?? PANELS[0]!
}
