import type { User } from '@app/contracts/api/accounts/user.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { quietChunk } from '../../../ui/browser/chunk.tsx'
import { TABS, tabAddress } from '../tabs.ts'
import './phone-bars.css'

const MoreSheet = quietChunk(async () => (await import('./MoreSheet.tsx')).MoreSheet)

/** Names are whole, and no larger than five of them fit: `Más` stays in the window. Below 320 px they break. */
const ITEM =
  'grid min-h-11 min-w-[min(64px,14vw)] grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-[3px] rounded-md px-[min(10px,1vw)] py-1.5 text-center text-[min(.75rem,max(12px,3.8vw))] font-semibold wrap-anywhere hyphens-auto text-ink-3 aria-[current]:text-accent'

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
    <nav
      aria-label="Panel"
      className="bottom-bar fixed inset-x-0 bottom-0 z-10 flex justify-around border-t border-line bg-[color-mix(in_oklab,var(--surface)_92%,transparent)] px-2 pt-1.5 pb-[max(12px,env(safe-area-inset-bottom))] backdrop-blur-[14px]"
    >
      {SHOWN.map(({ id, shortName, icon: Icon }) => (
        <Link
          key={id}
          to={tabAddress(search, id)}
          aria-current={tab === id ? 'page' : undefined}
          onClick={close}
          className={ITEM}
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
        className={ITEM}
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
