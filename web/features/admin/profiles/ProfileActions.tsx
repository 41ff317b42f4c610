import type { AdminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { buttonLook } from '../../../ui/button-look.ts'
import { DeleteProfileDialog } from './DeleteProfileDialog.tsx'
import { Visibility } from './Visibility.tsx'

interface ProfileActionsProps {
  readonly profile: AdminProfile
  readonly name: string
}

/** Nobody sees the page of a hidden profile. */
export function ProfileActions({ profile, name }: ProfileActionsProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {profile.is_active && (
        <a
          href={`/pages/${profile.slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Ver Perfil de ${name}`}
          className={`${buttonLook('line', 'sm')} flex-auto min-[480px]:flex-none`}
        >
          <ExternalLink aria-hidden="true" size={15} strokeWidth={1.9} />
          Ver Perfil
        </a>
      )}
      <Visibility profile={profile} name={name} />
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Eliminar ${name}`}
        className="flex-auto min-[480px]:flex-none"
        onClick={() => setAsked(true)}
      >
        Eliminar
      </Button>
      <DeleteProfileDialog open={isAsked} onOpenChange={setAsked} profile={profile} name={name} />
    </div>
  )
}
