import { LeaveQuestion } from '../../../app/LeaveQuestion.tsx'
import { APPEARANCE } from '../../../app/shell/tab-ids.ts'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { seenColours } from '../../public-page/view/styles/themes.ts'
import { PreviewedForm } from '../preview/LivePreview.tsx'
import type { VersionedProfile } from '../profile-api.ts'
import { ColourForm } from './ColourForm.tsx'
import { COLOUR_FIELDS, colourForm, paintedColours, shownColours, type ColourField } from './colours.ts'
import { ThemeGrid } from './ThemeGrid.tsx'
import { useThemeChanges } from './use-theme-changes.ts'

interface AppearanceFormProps {
  readonly versioned: VersionedProfile
  readonly reload: () => void
}

export function AppearanceForm({ versioned, reload }: AppearanceFormProps) {
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
