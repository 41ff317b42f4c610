import { useCallback, useMemo, useRef, useState, type ComponentProps } from 'react'
import { useUnsavedTab } from '../../app/leaving/use-unsaved-tab.ts'
import type { ViewedProfile } from '../../app/profile-view.ts'
import { EDITOR } from '../../app/shell/tab-ids.ts'
import { useAfterPress } from '../../ui/overlays/use-after-press.ts'
import { fieldFaultOf } from './fields/field-checks.ts'
import type { FieldForm } from './fields/field-form.ts'
import { FIELDS_IN_ORDER } from './fields/field-texts.ts'
import type { VersionedProfile } from './profile-api.ts'
import { forgetDraft } from './saving/draft.ts'
import {
  editingOf,
  editsOf,
  namesIn,
  editedTextOf,
  withTyped,
  type DetailName,
  type Editing,
} from './saving/edits.ts'
import { useDraft } from './saving/use-draft.ts'
import { useEditing } from './saving/use-editing.ts'
import { useSaveKey } from './saving/use-save-key.ts'
import { useSaving, type RefusedTexts } from './saving/use-saving.ts'

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
    onSendAgain: fields.submit,
  })
  /** The dialog warns that the changes will be lost, so the draft is removed too. */
  const onLeave = useCallback(() => {
    forgetDraft({ accountId, profileId: id })
    setEditing((now) => editingOf(now.newest))
  }, [accountId, id, setEditing])
  useUnsavedTab({ tab: EDITOR, profileId: id, hasChanges: count > 0, onLeave })

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
  return { form: fields.form, draft, saving, count, shown, props, discard }
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
      return own ?? (theirs === undefined ? undefined : { text: theirs })
    },
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
    submit: () => element.current?.requestSubmit(),
    reset: () => {
      setLeft(new Set())
      setRefused(undefined)
    },
  }
}
