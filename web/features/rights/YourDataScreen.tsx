import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { chunk } from '../../app/routes/chunk.tsx'
import { CARD_FORM, DOOR, linkTokenIn } from './addresses.ts'
import { DoorScreen } from './door/DoorScreen.tsx'
import { LinkScreen } from './door/LinkScreen.tsx'
import { RequestScreen } from './form/RequestScreen.tsx'
import { NothingKept } from './NothingKept.tsx'
import { keepMailboxKey, mailboxKey, useMailboxKey } from './mailbox-key.ts'

/** Later, with its dialogs: the door is lighter, and most people only pass through it. */
const LazyMailbox = chunk(async () => (await import('./mailbox/MailboxScreen.tsx')).MailboxScreen)
if (mailboxKey() !== undefined) void LazyMailbox.preload()

const CLOSED = 'Cerraste tus datos en este navegador. Para verlos otra vez, pide otro enlace.'
const EXPIRED = 'Se acabó el tiempo en este navegador. Pide otro enlace para seguir.'

/** The address has a secret until it is used: no request may send it as referrer, and no search engine lists it. */
export function YourDataScreen() {
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      <Shown />
    </>
  )
}

function Shown() {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const key = useMailboxKey()
  const token = linkTokenIn(hash)
  const [ended, setEnded] = useState<string>()
  const [erased, setErased] = useState<string>()
  const opened = token === undefined ? key : undefined
  const [shownKey, setShownKey] = useState(opened)
  if (opened !== shownKey) {
    setShownKey(opened)
    setEnded(opened === undefined ? (ended ?? CLOSED) : undefined)
    if (opened !== undefined) setErased(undefined)
  }
  if (token !== undefined)
    return (
      <LinkScreen
        key={token}
        token={token}
        onPress={() => void LazyMailbox.preload()}
        onOpened={() => void navigate(DOOR, { replace: true })}
      />
    )
  if (pathname + search === CARD_FORM) return <RequestScreen />
  if (opened === undefined)
    return erased === undefined ? (
      <DoorScreen ended={ended} />
    ) : (
      <NothingKept
        message={erased}
        onAgain={() => {
          setErased(undefined)
          setEnded(undefined)
        }}
      />
    )
  const expire = () => {
    setEnded(EXPIRED)
    keepMailboxKey(undefined)
  }
  const endWith = (message: string) => {
    setErased(message)
    keepMailboxKey(undefined)
  }
  return <LazyMailbox key={opened} mailboxKey={opened} onExpired={expire} onErased={endWith} />
}
