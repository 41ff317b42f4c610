import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import type { Session } from '@app/contracts/api/accounts/auth-calls.ts'
import type { User } from '@app/contracts/api/accounts/user.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { ScreenTitle } from '../../../ui/ScreenTitle.tsx'
import { useMeQuery } from '../account-api.ts'
import { CloseSessionsPanel } from './CloseSessionsPanel.tsx'
import { DeleteAccountPanel } from './DeleteAccountPanel.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { NamePanel } from './NamePanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'

export interface OwnAccountScreenProps {
  readonly user: User
  /** The password was changed, which begins another session. */
  readonly onSignedIn: (session: Session) => void
  readonly onSessionsClosed: () => void
  readonly onErased: () => void
}

export function OwnAccountScreen({ user, onSignedIn, onSessionsClosed, onErased }: OwnAccountScreenProps) {
  const say = useSay()
  // Until it is known, assumes a password, as most accounts have.
  const hasPassword = useMeQuery().currentData?.has_password ?? true
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3.5">
      <header>
        <ScreenTitle text="Mi cuenta" className="text-h1 outline-none" />
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">
          {user.is_blocked ? BLOCKED_TEXT : user.email}
        </p>
      </header>
      {!user.is_blocked && <NamePanel name={user.name} onDone={say} />}
      <PasswordPanel
        email={user.email}
        hasPassword={hasPassword}
        onChanged={(session) => {
          onSignedIn(session)
          say('Contraseña actualizada. Cerramos tus otras sesiones.')
        }}
      />
      <CloseSessionsPanel onClosed={onSessionsClosed} />
      <ExportPanel onDone={say} />
      <DeleteAccountPanel email={user.email} hasPassword={hasPassword} onErased={onErased} />
    </div>
  )
}
