import type { User } from '@app/contracts/api/accounts/user.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { quietChunk } from '../../../ui/browser/chunk.tsx'
import { TABS, tabAddress } from '../tabs.ts'

const MoreSheet = quietChunk(async () => (await import('./MoreSheet.tsx')).MoreSheet)

/** All other screens are under `Más`. */
const SHOWN = TABS.filter(({ isUnderMore }) => !isUnderMore)

/** Names are whole, and no larger than five of them fit: `Más` stays in the window. Below 320 px they break. */
const ITEM =
  'grid min-h-11 min-w-11 flex-auto grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-[3px] rounded-md ' +
  'px-[min(4px,0.5vw)] py-[6px] text-center text-[length:var(--bar-text)] font-semibold text-ink-3 hyphens-auto ' +
  'wrap-anywhere aria-[current]:text-accent flat:gap-0 flat:py-[3px] flat:leading-[1.2] [&>svg]:size-(--bar-icon)'

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
      className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface/92 px-[min(8px,1vw)] pt-[6px] pb-[max(12px,env(safe-area-inset-bottom))] backdrop-blur-[14px] flat:py-0 flat:pb-[env(safe-area-inset-bottom)]"
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
