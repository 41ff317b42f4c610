import { DETAIL_FIELDS, profileDetails } from '@app/contracts/profiles.ts'
import { getProfile } from '@app/contracts/profile-calls.ts'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { useIsConnected } from '../../app/OfflineBanner.tsx'
import { fieldFaults, refusalFrom, refusalText } from '../../app/refusal.ts'
import { draftKey } from '../../app/session/session-storage.ts'
import { EDITOR } from '../../app/shell/tabs.tsx'
import { tabMemory } from '../../ui/browser/browser-storage.ts'
import { useSaveKey } from '../../ui/browser/use-browser.ts'
import { useSchemaForm } from '../../ui/forms/use-schema-form.ts'
import { useSay } from '../../ui/notices/Toasts.tsx'
import {
  editsOf,
  fieldFaultOf,
  FIELDS_IN_ORDER,
  isEdited,
  otherTextsIn,
  textsOf,
  type DetailName,
  type Texts,
} from './fields/field-texts.ts'
import {
  isUnreached,
  useChangeProfileMutation,
  useLazyProfileQuery,
  type ProfileEdit,
  type VersionedProfile,
} from './profile-api.ts'

const fieldTexts = z.record(profileDetails.keyof(), z.string())

/** A text that was stored before there were rules is no fault until somebody edits it. */
const schemaOver = (base: VersionedProfile): z.ZodType<unknown, Texts> =>
  fieldTexts.superRefine((texts, context) => {
    for (const name of FIELDS_IN_ORDER) {
      const message = isEdited(base, name, texts[name]) ? fieldFaultOf(name, texts[name]) : undefined
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] })
    }
  })

function useSaving(onSaved: (edits: Partial<Texts>, saved: VersionedProfile, current: () => Texts) => void) {
  const [conflict, setConflict] = useState<Conflict>()
  const [change, { isLoading }] = useChangeProfileMutation()
  const [read] = useLazyProfileQuery()
  const say = useSay()
  const send = async (edits: Partial<Texts>, over: VersionedProfile, current: () => Texts) => {
    setConflict(undefined)
    const outcome = await sendEdits({ change, read }, edits, over)
    if (outcome.status === 'conflict') setConflict(outcome.conflict)
    if (outcome.status === 'saved') {
      onSaved(edits, outcome.saved, current)
      say('Perfil actualizado correctamente')
    }
    if (outcome.status !== 'failed') return undefined
    const { error } = outcome
    if (isUnreached(error)) say('Sin conexión. Tus cambios siguen en este equipo.')
    else say(`Error: ${refusalText(error, 'Error updating profile')}`)
    return fieldFaults(error, DETAIL_FIELDS)
  }
  return { isLoading, conflict, send, keepEditing: () => setConflict(undefined) }
}

const NO_EDITS = {}

/** Texts are compared with the profile that they were typed over, even if another one is read meanwhile. */
export function useProfileForm(newest: VersionedProfile, accountId: string) {
  const key = draftKey(accountId, newest.profile.id)
  /** Undefined until something is typed. Its texts are those that the form begins with. */
  const [draft, setDraft] = useState(() => findDraft(key))
  // A picture that was set since is another ETag over the same texts.
  const isPinned = draft !== undefined && otherTextsIn(draft.base, newest).length > 0
  const base = isPinned ? draft.base : newest
  const { conflict, send, ...saving } = useSaving((sent, saved, current) => {
    const typed = Object.entries(current()).filter(([name, text]) => sent[name as DetailName] !== text)
    const since = editsOf(base, Object.fromEntries(typed))
    const isDone = Object.keys(since).length === 0
    setDraft(isDone ? undefined : { base: saved, texts: { ...textsOf(saved), ...since } })
  })
  const form = useSchemaForm<DetailName>({
    schema: useMemo(() => schemaOver(base), [base]),
    initial: draft?.texts ?? textsOf(newest),
    send: async (texts, current) => {
      const edits = editsOf(base, texts)
      return Object.keys(edits).length > 0 ? send(edits, base, current) : undefined
    },
  })
  const { values, current } = form
  if (form.changed && draft === undefined) setDraft({ base: newest, texts: textsOf(newest) })
  const edits = useMemo(() => (draft ? editsOf(base, values) : NO_EDITS), [draft, base, values])
  const count = Object.keys(edits).length
  useEffect(() => {
    if (draft === undefined || count === 0) tabMemory.forget(key)
    else tabMemory.remember(key, JSON.stringify({ base: draft.base, texts: values }))
  }, [draft, count, key, values])
  useSaveKey(form.submit)
  const discard = (): void => {
    tabMemory.forget(key)
    setDraft(undefined)
    form.reset(textsOf(newest))
  }
  // Nobody can save without a network: the draft is left without a question, and is there on the way back.
  const hasChanges = useIsConnected() && count > 0
  return {
    form,
    edits,
    count,
    conflict,
    isSaving: form.sending || saving.isLoading,
    unsaved: { tab: EDITOR, profileId: newest.profile.id, hasChanges, onLeave: discard },
    discard,
    overwrite: () => conflict && void send(conflict.edits, conflict.theirs, current),
    keepEditing: saving.keepEditing,
  }
}

const draft = z.object({
  base: z.object({ profile: getProfile.answer, etag: z.string() }),
  texts: fieldTexts,
})

/** Undefined where there is none, or another release of the client wrote it. */
function findDraft(key: string): z.infer<typeof draft> | undefined {
  try {
    return draft.safeParse(JSON.parse(tabMemory.recall(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

type Answer = Promise<{ readonly data?: VersionedProfile | undefined; readonly error?: unknown }>

export interface ProfileCalls {
  readonly change: (change: ProfileEdit) => Answer
  readonly read: (id: string) => Answer
}

export interface Conflict {
  readonly base: VersionedProfile
  readonly edits: Partial<Texts>
  readonly theirs: VersionedProfile
}

export type EditOutcome =
  | { readonly status: 'saved'; readonly saved: VersionedProfile }
  | { readonly status: 'conflict'; readonly conflict: Conflict }
  | { readonly status: 'failed'; readonly error: unknown }

/** A refused ETag is no conflict after a lost answer, or if only pictures, theme or visibility changed: sent again. */
export async function sendEdits(
  calls: ProfileCalls,
  edits: Partial<Texts>,
  base: VersionedProfile,
  isSecond = false,
): Promise<EditOutcome> {
  const { id } = base.profile
  const { data: saved, error: refusal } = await calls.change({ id, changes: edits, etag: base.etag })
  if (saved) return { status: 'saved', saved }
  if (refusalFrom(refusal)?.code !== 'conflict') return { status: 'failed', error: refusal }
  const { data: theirs, error } = await calls.read(id)
  if (!theirs || error) return { status: 'failed', error }
  if (Object.keys(editsOf(theirs, edits)).length === 0) return { status: 'saved', saved: theirs }
  if (otherTextsIn(base, theirs).length === 0 && !isSecond) return sendEdits(calls, edits, theirs, true)
  return { status: 'conflict', conflict: { base, edits, theirs } }
}
