import { BACKGROUND_WIDTHS, imagePath, widthName } from '@app/contracts/fields/image-renditions.ts'
import { widthSet } from './picture-sets.ts'

/** The same width as the style sheet's breakpoint. */
const WIDE = '(min-width:56.25em)'

export function Backdrop({ image }: { image: string }) {
  const { upright, whole } = BACKGROUND_WIDTHS
  return (
    <div className="backdrop">
      <picture>
        <source media={WIDE} srcSet={imagePath(image, widthName(whole))} />
        <img
          src={imagePath(image, widthName(upright[0]))}
          srcSet={widthSet(image, upright)}
          sizes="100vw"
          alt=""
          width="720"
          height="1280"
        />
      </picture>
    </div>
  )
}
