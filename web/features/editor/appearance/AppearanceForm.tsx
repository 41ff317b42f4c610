import { useUnsavedTab } from '../../../app/leaving/use-unsaved-tab.ts'
import { seenColours } from '../../../app/profile-themes.ts'
import { APPEARANCE } from '../../../app/shell/tab-ids.ts'
import { PreviewedForm } from '../preview/PreviewedForm.tsx'
import type { VersionedProfile } from '../profile-api.ts'
import { ColourForm } from './ColourForm.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { ThemeGrid } from './ThemeGrid.tsx'
import { useColourDraft } from './use-colour-draft.ts'
import { useThemeChanges } from './use-theme-changes.ts'

/** Colours that were not applied are kept nowhere. */
const dropNothing = (): void => undefined

interface AppearanceFormProps {
  readonly versioned: VersionedProfile
  /** Resolves to false where it failed. */
  readonly reload: () => Promise<boolean>
}

export function AppearanceForm({ versioned, reload }: AppearanceFormProps) {
  const changes = useThemeChanges(versioned)
  const profile = { ...versioned.profile, ...changes.waiting }
  const colours = useColourDraft(seenColours(profile))
  const { draft } = colours
  const { isChanged: hasChanges } = colours
  useUnsavedTab({ tab: APPEARANCE, profileId: profile.id, hasChanges, onLeave: dropNothing })
  const tried = colours.isShown ? { theme_color: 'custom' as const, ...draft.valid } : {}
  const isApplying = [changes.sending, changes.waiting].some((theme) => theme?.button_color !== undefined)

  return (
    <PreviewedForm profile={{ ...profile, ...tried }} sample>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {changes.isOutdated && (
          <OutdatedNotice
            reload={reload}
            onReloaded={() => {
              colours.reset()
              changes.forgetFailure()
            }}
          />
        )}
        <ThemeGrid
          chosen={profile.theme_color}
          onPress={colours.hide}
          onChoose={(theme_color) => {
            colours.hide()
            void changes.apply({ theme: { theme_color }, done: 'Tema aplicado correctamente' })
          }}
        />
        <ColourForm
          colours={colours}
          inUse={profile.theme_color === 'custom'}
          hasBackdrop={profile.background_image !== null}
          isApplying={isApplying}
          faults={changes.faults}
          onApply={() =>
            void changes.apply({
              theme: { theme_color: 'custom', ...draft.valid },
              done: 'Colores personalizados guardados',
              onSaved: () => colours.settle(draft),
            })
          }
        />
      </div>
    </PreviewedForm>
  )
}
