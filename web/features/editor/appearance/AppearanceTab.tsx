import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { type ProfileTheme, DEFAULT_THEME } from '@app/contracts/profiles.ts'
import { EmptyNotice, FailedNotice } from '../../../ui/notices/states.tsx'
import { PreviewedForm } from '../preview/LivePreview.tsx'
import {
  useNewestProfile,
  type VersionedProfile,
  isUnreached,
  useChangeProfileMutation,
} from '../profile-api.ts'
import { LeaveQuestion } from '../LeaveQuestion.tsx'
import { APPEARANCE } from '../../../app/shell/tabs.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { seenColours, themeLook } from '../../public-page/view/styles/themes.ts'
import { ColourForm } from './ColourForm.tsx'
import {
  COLOUR_FIELDS,
  colourForm,
  paintedColours,
  shownColours,
  type ColourField,
  type Colours,
} from './colours.ts'
import { type PresetId, PRESET_NAMES } from '@app/contracts/fields/profile-fields.ts'
import { useRef, useState, useId, type CSSProperties } from 'react'
import { fieldFaults, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { CircleCheck } from 'lucide-react'
import { Panel } from '../../../ui/Panel.tsx'
import { ProfileHeader } from '../../../ui/ScreenFrame.tsx'

function Appearance({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useNewestProfile(id)
  if (data) return <AppearanceForm versioned={data} reload={() => void refetch()} />
  if (isError) return <FailedNotice text="No pudimos cargar el perfil." onRetry={() => void refetch()} />
  return (
    <PreviewedForm profile={undefined}>
      <AppearanceSkeleton />
    </PreviewedForm>
  )
}

const AppearanceSkeleton = () => (
  <div aria-hidden="true" className="grid gap-3.5">
    <div className="skeleton h-[262px] rounded-lg" />
    <div className="skeleton h-[352px] rounded-lg" />
  </div>
)

export function AppearanceTab({ profile }: { readonly profile: OwnProfile | undefined }) {
  return (
    <>
      <ProfileHeader title="Personalizar Apariencia" screen="Apariencia" profile={profile} />
      {profile ? (
        <Appearance key={profile.id} id={profile.id} />
      ) : (
        <EmptyNotice title="Selecciona un perfil para personalizar" />
      )}
    </>
  )
}

interface AppearanceFormProps {
  readonly versioned: VersionedProfile
  readonly reload: () => void
}

function AppearanceForm({ versioned, reload }: AppearanceFormProps) {
  const { chosen, choose, apply } = useThemeChanges(versioned, reload)
  const profile = { ...versioned.profile, ...(chosen && { theme_color: chosen }) }
  const saved = shownColours(seenColours(profile))
  const form = useSchemaForm<ColourField>({
    schema: colourForm,
    initial: saved,
    send: (typed) => apply(paintedColours(typed, saved)),
  })
  const isChanged = COLOUR_FIELDS.some((field) => form.values[field] !== saved[field])
  const painted = paintedColours(form.values, saved)
  const tried = isChanged ? { theme_color: 'custom' as const, ...painted } : {}
  return (
    <PreviewedForm profile={{ ...profile, ...tried }} sample>
      <LeaveQuestion tab={APPEARANCE} profileId={profile.id} hasChanges={isChanged} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <ThemeGrid chosen={profile.theme_color} onChoose={choose} />
        <ColourForm
          form={form}
          painted={painted}
          isChanged={isChanged}
          inUse={profile.theme_color === 'custom'}
          hasBackdrop={profile.background_image !== null}
          onReset={() => form.reset(saved)}
        />
      </div>
    </PreviewedForm>
  )
}

function failureText(error: unknown): string {
  if (refusalFrom(error)?.code === 'conflict') return 'Error: este perfil cambió en otra sesión.'
  return isUnreached(error) ? 'Sin conexión.' : `Error: ${refusalText(error, 'Error updating profile')}`
}

/** After a change of another session the new values are read: the next press is one over them. */
function useThemeChanges({ profile, etag }: VersionedProfile, reload: () => void) {
  const [change] = useChangeProfileMutation()
  const say = useSay()
  const [chosen, setChosen] = useState<PresetId>()
  const wanted = useRef<PresetId>(undefined)
  const save = async (theme: Partial<ProfileTheme>, revision: typeof etag, done: string) => {
    const { data, error } = await change({ id: profile.id, changes: theme, etag: revision })
    say(data ? done : failureText(error))
    if (refusalFrom(error)?.code === 'conflict') reload()
    return { revision: data?.etag, faults: fieldFaults(error, COLOUR_FIELDS) }
  }
  /** One at a time, each over the revision of the former one; of those chosen meanwhile the last follows. */
  const choose = async (theme: PresetId): Promise<void> => {
    const isSending = wanted.current !== undefined
    wanted.current = theme
    setChosen(theme)
    if (isSending) return
    let revision: typeof etag | undefined = etag
    for (let sent: PresetId | undefined; sent !== wanted.current && revision !== undefined;) {
      sent = wanted.current
      revision = (await save({ theme_color: sent }, revision, 'Tema aplicado correctamente')).revision
    }
    wanted.current = undefined
    setChosen(undefined)
  }
  const apply = async (colours: Colours) => {
    const theme = { theme_color: 'custom' as const, ...colours }
    return (await save(theme, etag, 'Colores personalizados guardados')).faults
  }
  /** `chosen` is not saved yet, and shown as if it were. */
  return { chosen, choose: (theme: PresetId) => void choose(theme), apply }
}

const TILES = ['a', 'b', 'c', 'd']

function MiniPhone({ theme }: { readonly theme: PresetId }) {
  const look = themeLook({ ...DEFAULT_THEME, theme_color: theme })
  return (
    <span
      aria-hidden="true"
      style={look as CSSProperties}
      className="flex aspect-[10/17] w-full flex-col overflow-hidden rounded-[14px] bg-(--p-bg) ring-1 ring-line forced-color-adjust-none"
    >
      <span className="h-[26%] flex-none bg-[var(--p-cover,var(--p-button))]" />
      <span className="-mt-[15%] ml-[9%] aspect-square w-[30%] flex-none rounded-full border-2 border-(--p-bg) bg-[linear-gradient(var(--p-accent),var(--p-accent))] bg-clip-padding" />
      <span className="mt-[6%] ml-[9%] h-[4.5%] w-[62%] flex-none rounded-full bg-(--p-text)" />
      <span className="mt-[4%] ml-[9%] h-[3%] w-[44%] flex-none rounded-full bg-(--p-sub)" />
      <span className="mx-[9%] mt-[8%] grid flex-1 grid-cols-2 gap-[6%]">
        {TILES.map((tile) => (
          <span
            key={tile}
            className="rounded-[4px] bg-(--p-tile) shadow-[inset_0_0_0_1px_var(--p-hair,#0000)]"
          />
        ))}
      </span>
      <span className="m-[9%] h-[9%] flex-none rounded-[5px] bg-(--p-button)" />
    </span>
  )
}

interface ThemeGridProps {
  readonly chosen: ProfileTheme['theme_color']
  readonly onChoose: (theme: PresetId) => void
}

function ThemeGrid({ chosen, onChoose }: ThemeGridProps) {
  const group = useId()
  return (
    <Panel title="Temas">
      <div
        role="radiogroup"
        aria-label="Temas"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.75rem),1fr))] gap-2.5"
      >
        {PRESET_NAMES.map(([id, name]) => (
          <label
            key={id}
            className="relative grid cursor-pointer gap-2 rounded-lg p-2 text-small font-semibold hover:bg-surface-2 has-checked:shadow-[inset_0_0_0_2px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus) forced-colors:has-checked:border"
          >
            <MiniPhone theme={id} />
            <span className="flex min-h-5 items-center justify-between gap-1 px-0.5">
              <span>
                <input
                  type="radio"
                  name={group}
                  value={id}
                  checked={chosen === id}
                  onChange={() => onChoose(id)}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                {name}
              </span>
              {chosen === id && (
                <CircleCheck aria-hidden="true" size={17} className="flex-none text-accent" />
              )}
            </span>
          </label>
        ))}
      </div>
    </Panel>
  )
}
