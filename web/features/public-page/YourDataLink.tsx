import { MY_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'

/** At the end of each page that is no card; a card has `Mis datos`. */
export const YourDataLink = () => (
  <a className="yours" href={MY_DATA_LINK.path}>
    {MY_DATA_LINK.text}
  </a>
)
