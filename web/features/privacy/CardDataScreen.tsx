import { type CardData, ERASED, OBJECTED } from '@app/contracts/privacy/card-data.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { saveJson } from '../../ui/browser/copy-and-save.ts'
import { Button, TEXT_LINK } from '../../ui/Button.tsx'
import { FailedNotice } from '../../ui/notices/states.tsx'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { dropClicks } from '../public-page/browser/clicks.ts'
import {
  createDeviceStorage,
  createObjection,
  asksNotToBeFollowed,
  createVisitor,
} from '../public-page/browser/device-storage.ts'
import { ActButton, DataPage, KeptCard } from './DataPage.tsx'
import { useEraseMyDataMutation, useMyDataQuery, useObjectMyDataMutation } from './privacy-api.ts'
import { DOOR } from './RightsFrame.tsx'

const NONE =
  'No hay datos tuyos en este perfil, o ya los borraste. Lo que dejaste con otro navegador se ve solo en él.'
const WORDS_LOST =
  'Lo que dijiste de ti sigue guardado, y este navegador ya no podrá mostrarlo ni borrarlo. Si no lo quieres ahí, bórralo antes.'
const NOT_COUNTED = 'De lo que hagas después en esta tarjeta no anotamos nada.'
const NOT_STORED =
  'Error: este navegador no guarda ajustes. Activa en él «No rastrear» o el control global de privacidad.'
const COUNTED_AGAIN = 'Desde ahora contamos tus visitas a esta tarjeta.'

const isGone = (error: unknown): boolean => refusalFrom(error)?.code === 'visitor-not-found'

function visitorHere(profileId: string) {
  const storage = createDeviceStorage(() => localStorage)
  const visitor = createVisitor(storage, profileId, !asksNotToBeFollowed(navigator), Date.now)
  return {
    id: visitor.keptId,
    objection: createObjection(storage, profileId),
    /** Open pages of the card forget the visitor as well. */
    forget: () => {
      visitor.forget()
      dropClicks(storage, profileId, Date.now())
    },
  }
}

interface CardDataProps {
  readonly profileId: string
}

/** Data that this browser left on one card: the id that it stores is the proof. */
export function CardDataScreen({ profileId }: CardDataProps) {
  const [here] = useState(() => visitorHere(profileId))
  const [visitorId, setVisitorId] = useState(here.id)
  const target = visitorId === undefined ? skipToken : { profileId, visitorId }
  const { currentData: data, error, isFetching, refetch } = useMyDataQuery(target)
  const forget = () => {
    here.forget()
    setVisitorId(undefined)
  }
  const leave = (
    <Link to={DOOR} className={`${TEXT_LINK} print:hidden`}>
      Todos mis datos
    </Link>
  )
  const owned = { here, profileId, visitorId, onForgotten: forget }
  return (
    <DataPage title={MY_DATA_LINK.text} leave={leave}>
      {data ? (
        <Left {...owned} data={data} />
      ) : target === skipToken || isGone(error) ? (
        <>
          <p className="text-ink-2">{NONE}</p>
          <div>
            <CountingButton {...owned} name="esta tarjeta" hasWords={false} />
          </div>
        </>
      ) : error && !isFetching ? (
        <FailedNotice
          text={refusalText(error, 'No pudimos cargar tus datos.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </DataPage>
  )
}

interface VisitorProps extends CardDataProps {
  readonly here: ReturnType<typeof visitorHere>
  readonly visitorId: string | undefined
  readonly onForgotten: () => void
}

function Left({ data, ...owned }: VisitorProps & { readonly data: CardData }) {
  const { profile, things } = data
  const owner = isolated(profile.name)
  const names = new Set(things.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const hasReminders = things.some(({ kind }) => kind === 'reminder')
  return (
    <>
      <p className="wrap-anywhere text-ink-2">{`Lo que dejaste en el perfil de ${owner} con este navegador.`}</p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button onClick={() => saveJson(data, `mis-datos-${profile.slug}.json`)}>Descargar</Button>
        <CountingButton
          {...owned}
          name={owner}
          hasWords={hasReminders || names.has('full_name') || names.has('name')}
        />
        <EraseButton {...owned} name={owner} hasReminders={hasReminders} />
      </div>
      {things.map((thing) => (
        <KeptCard key={thing.id} thing={thing} />
      ))}
      {names.has('full_name') && (
        <p className="print:hidden">
          {'¿Hay un error? Escríbelo de nuevo en '}
          <a href={`/pages/${profile.slug}`} className={TEXT_LINK}>
            la tarjeta
          </a>
          .
        </p>
      )}
    </>
  )
}

interface CountingProps extends VisitorProps {
  readonly name: string
  /** The visitor loses sight of them, because the id is the only proof. */
  readonly hasWords: boolean
}

/** The objection is noted first: the request is proven before the browser forgets its id. */
function CountingButton({ here, profileId, visitorId, onForgotten, name, hasWords }: CountingProps) {
  const [object] = useObjectMyDataMutation()
  const [isUncounted, setUncounted] = useState(here.objection.isOn)
  const say = useSay()
  const countAgain = () => {
    here.objection.turn(false)
    setUncounted(false)
    say(COUNTED_AGAIN)
  }
  if (isUncounted) return <Button onClick={countAgain}>Contar mis visitas otra vez</Button>
  const act = async () => {
    const visitor = visitorId !== undefined && { profileId, visitorId }
    const answer = visitor ? await object(visitor) : { data: { message: OBJECTED } }
    if (!answer.data && !isGone(answer.error)) return answer
    const isStored = here.objection.turn(true)
    return { data: { message: isStored ? (answer.data?.message ?? OBJECTED) : NOT_STORED } }
  }
  const done = () => {
    if (!here.objection.isOn()) return
    setUncounted(true)
    onForgotten()
  }
  return (
    <ActButton
      verb="No contar mis visitas"
      name={name}
      consequence={hasWords ? WORDS_LOST : NOT_COUNTED}
      act={act}
      onDone={done}
    />
  )
}

interface EraseProps extends VisitorProps {
  readonly name: string
  readonly hasReminders: boolean
}

function EraseButton({ profileId, visitorId = '', onForgotten, name, hasReminders }: EraseProps) {
  const [erase] = useEraseMyDataMutation()
  const act = async () => {
    const answer = await erase({ profileId, visitorId })
    // An answer that got lost: it is erased already.
    return isGone(answer.error) ? { data: { message: ERASED } } : answer
  }
  return (
    <ActButton
      kind="quiet-danger"
      verb="Borrar mis datos"
      name={name}
      consequence={`Se borra para siempre lo que dijiste de ti. Tus visitas quedan en sus cifras, sin decir de quién son.${hasReminders ? ' Los recordatorios que pediste con este navegador se cancelan, y tu correo se borra.' : ''}`}
      act={act}
      onDone={onForgotten}
    />
  )
}
