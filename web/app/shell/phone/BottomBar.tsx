import type { User } from '@app/contracts/accounts/user.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { quietChunk } from '../../../ui/browser/chunk.tsx'
import { TABS, tabAddress } from '../tabs.ts'

const MoreSheet = quietChunk(async () => (await import('./MoreSheet.tsx')).MoreSheet)

/** All other screens are under `Más`. */
const SHOWN = TABS.filter(({ isUnderMore }) => !isUnderMore)

interface BottomBarProps {
  /** Undefined before the client has started. */
  readonly user?: User
  readonly tab: string
  readonly slug: string | undefined
}

export function BottomBar({ user, tab, slug }: BottomBarProps) {
  const { search } = useLocation()
  /** How often it was pressed since; 0 while it is closed. */
  const [presses, setPresses] = useState(0)
  const open = presses > 0
  const close = () => setPresses(0)
  return (
    <nav aria-label="Panel" className="bottom-bar">
      {SHOWN.map(({ id, shortName, icon: Icon }) => (
        <Link
          key={id}
          to={tabAddress(search, id)}
          aria-current={tab === id ? 'page' : undefined}
          onClick={close}
        >
          <Icon aria-hidden="true" size={21} strokeWidth={1.9} />
          <span>{shortName}</span>
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-current={SHOWN.some(({ id }) => id === tab) ? undefined : 'page'}
        onClick={() => setPresses(presses + 1)}
      >
        <Ellipsis aria-hidden="true" size={21} strokeWidth={1.9} />
        Más
      </button>
      {open && user && (
        <LazyPart key={presses} onFailed={close}>
          <MoreSheet onClose={close} user={user} tab={tab} slug={slug} />
        </LazyPart>
      )}
    </nav>
  )
}
