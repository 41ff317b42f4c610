import { Link2 } from 'lucide-react'
import { isolated } from '@app/contracts/fields/names.ts'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { copyLink } from '../../app/public-url.ts'
import { Button } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/Messages.tsx'
import { QrPopover } from '../../ui/QrPopover.tsx'

interface PageActionsProps {
  readonly profile: Pick<OwnProfile, 'name' | 'lastname' | 'slug' | 'is_active'>
}

export function PageActions({ profile: { name, lastname, slug, is_active } }: PageActionsProps) {
  const say = useSay()
  if (!is_active) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        icon={<Link2 aria-hidden="true" size={15} strokeWidth={1.9} />}
        onClick={() => void copyLink(slug).then(say)}
      >
        Copiar enlace
      </Button>
      <QrPopover slug={slug} name={isolated(`${name} ${lastname}`.trim() || slug)} />
    </div>
  )
}
