import { useMemo, useRef, useState, useEffect, type ComponentProps, type RefObject } from 'react'
import { fieldOf } from '@app/contracts/fields/profile-fields.ts'
import { useIsConnected } from '../../app/connection/use-connection.ts'
import type { ViewedProfile } from '../public-profile/view/viewed-profile.ts'
import { EDITOR } from '../../app/shell/tab-ids.ts'
import { useAfterPress } from '../../ui/overlays/use-after-press.ts'
import { fieldFaultOf } from './fields/field-checks.ts'
import type { FieldForm } from './fields/EditField.tsx'
import { FIELDS_IN_ORDER } from './fields/field-texts.ts'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { VersionedProfile } from './profile-api.ts'
import { forgetDraft, draftOf, findDraft, keepDraft, type Draft, type DraftPlace } from './saving/draft.ts'
import {
  editingOf,
  editsOf,
  namesIn,
  editedTextOf,
  withTyped,
  rebased,
  type DetailName,
  type Editing,
} from './saving/edits.ts'
import { useSaveKey } from './saving/use-save-key.ts'
import { useSaving, type RefusedTexts } from './saving/use-saving.ts'

/** A link may name the field to begin with: `#phone`. Whoever goes back stands where they were. */
function useLinkedField(form: RefObject<HTMLFormElement | null>): void {
  const name = useLocation().hash.slice(1)
  const isReturn = useNavigationType() === 'POP'
  useEffect(() => {
    const field = form.current?.elements.namedItem(name)
    if (isReturn || !(field instanceof HTMLElement)) return
    field.scrollIntoView?.({ block: 'center' })
    field.focus({ preventScroll: true })
  }, [form, name, isReturn])
}

const KEPT_AFTER_MS = 800

interface DraftState {
  readonly isKept: boolean
  /** One from before, until it is restored or discarded. */
  readonly found: Draft | undefined
  readonly restore: () => void
  readonly discard: () => void
}

function useDraft(
  place: DraftPlace,
  editing: Editing,
  setEditing: (next: (editing: Editing) => Editing) => void,
): DraftState {
  const { accountId, profileId } = place
  const [found, setFound] = useState(() => findDraft(place, editing.newest))
  const [keptOf, setKeptOf] = useState<Editing>()
  useEffect(() => {
    // A found draft is not overwritten before its owner decides about it.
    if (found) return undefined
    const own = { accountId, profileId }
    if (namesIn(editsOf(editing)).length === 0) {
      forgetDraft(own)
      return undefined
    }
    const timer = setTimeout(() => {
      if (keepDraft(own, draftOf(editing))) setKeptOf(editing)
    }, KEPT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [accountId, profileId, editing, found])
  return {
    isKept: keptOf === editing,
    found,
    restore: () => {
      if (found) setEditing((now) => restored(now, found))
      setFound(undefined)
    },
    discard: () => {
      forgetDraft(place)
      setFound(undefined)
    },
  }
}

/** Over the texts that the draft was typed over, so that what changed meanwhile is met as a conflict. */
function restored({ newest, typed }: Editing, draft: Draft): Editing {
  const base = { etag: draft.etag, profile: { ...newest.profile, ...draft.base } }
  return rebased({ base, typed: { ...draft.typed, ...typed } }, newest)
}

type SetEditing = (next: (editing: Editing) => Editing) => void

/** A read that began before the last save can answer after it, with older texts. */
const isOlder = (one: VersionedProfile, other: VersionedProfile): boolean =>
  one.profile.updated_at < other.profile.updated_at

/** Typed text stays, whatever is read meanwhile. */
function useEditing(newest: VersionedProfile): readonly [Editing, SetEditing] {
  const [editing, setEditing] = useState(() => editingOf(newest))
  const [seen, setSeen] = useState(newest)
  if (seen !== newest) {
    setSeen(newest)
    if (!isOlder(newest, editing.newest)) setEditing(rebased(editing, newest))
  }
  return [editing, setEditing]
}

export function useProfileForm(newest: VersionedProfile, accountId: string) {
  const { id } = newest.profile
  const place = { accountId, profileId: id }
  const [editing, setEditing] = useEditing(newest)
  const draft = useDraft(place, editing, setEditing)
  const edits = useMemo(() => editsOf(editing), [editing])
  const fields = useFields(editing, setEditing)
  const count = namesIn(edits).length
  const saving = useSaving({
    setEditing,
    onSaved: fields.reset,
    onRefused: fields.refuse,
  })
  const onLeave = () => {
    forgetDraft(place)
    setEditing((now) => editingOf(now.newest))
  }
  // Nobody can save without a network: a kept draft is left without a question, and offered on the way back.
  const isSafe = !useIsConnected() && draft.isKept
  const unsaved = { tab: EDITOR, profileId: id, hasChanges: count > 0 && !isSafe, onLeave }

  const save = () => {
    const wrong = FIELDS_IN_ORDER.find((name) => edits[name] !== undefined && fieldFaultOf(name, edits[name]))
    if (wrong === undefined) {
      if (count > 0) void saving.send(edits, editing.base)
      return
    }
    fields.showAll()
    fields.form.focus(wrong)
  }
  useSaveKey(save)
  useLinkedField(fields.element)
  const shown = useMemo<ViewedProfile>(() => ({ ...editing.newest.profile, ...edits }), [editing, edits])
  const props: ComponentProps<'form'> = {
    ref: fields.element,
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault()
      save()
    },
  }
  const discard = () => {
    setEditing((now) => editingOf(now.newest))
    fields.reset()
  }
  return { form: fields.form, draft, saving, unsaved, count, shown, props, discard }
}

function useFields(editing: Editing, setEditing: (next: (editing: Editing) => Editing) => void) {
  const element = useRef<HTMLFormElement>(null)
  const [left, setLeft] = useState<ReadonlySet<DetailName>>(new Set())
  const [refused, setRefused] = useState<RefusedTexts>()
  const afterPress = useAfterPress()
  const edits = editsOf(editing)

  const focus = (name: DetailName) => {
    const field = element.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }
  const form: FieldForm = {
    textOf: (name) => editedTextOf(editing, name),
    faultOf: (name) => {
      const text = edits[name]
      if (text === undefined) return undefined
      const own = left.has(name) ? fieldFaultOf(name, text) : undefined
      const theirs = refused?.sent[name] === text ? refused.faults[name] : undefined
      return own ?? theirs
    },
    offerOf: (name) => (left.has(name) ? fieldOf(name, edits[name] ?? '').offer : undefined),
    set: (name, text) => setEditing((now) => withTyped(now, { [name]: text })),
    onLeft: (name) => afterPress(() => setLeft((before) => new Set([...before, name]))),
    isEdited: (name) => edits[name] !== undefined,
    focus,
  }
  return {
    element,
    form,
    showAll: () => setLeft(new Set(FIELDS_IN_ORDER)),
    refuse: (refusedNow: RefusedTexts) => {
      setRefused(refusedNow)
      const first = FIELDS_IN_ORDER.find((name) => refusedNow.faults[name] !== undefined)
      if (first !== undefined) focus(first)
    },
    reset: () => {
      setLeft(new Set())
      setRefused(undefined)
    },
  }
}
