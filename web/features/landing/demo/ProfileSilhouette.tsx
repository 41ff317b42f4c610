import { Ondas } from '../../../ui/Ondas.tsx'

/** The outline of a profile: what is in the HTML of the build, and where there is no demo profile. */
export const ProfileSilhouette = () => (
  <div aria-hidden="true" className="l-silhouette">
    <div className="l-silhouette-cover">
      <Ondas rings={8} step={27} />
    </div>
    <i className="l-silhouette-face" />
    <i className="l-silhouette-name" />
    <i className="l-silhouette-line" />
    <div>
      {['a', 'b', 'c', 'd'].map((tile) => (
        <i key={tile} />
      ))}
    </div>
  </div>
)
