import { MY_DATA_LINK } from '@app/contracts/privacy-links.ts'

/** Opens a dialog of browser/my-data; without scripts it leads to the page about privacy. */
export function MyDataLink({ scriptPath }: { scriptPath: string }) {
  return (
    <a className="pow" style={{ margin: 0, padding: 0 }} href={MY_DATA_LINK.path} data-my-data={scriptPath}>
      {MY_DATA_LINK.text}
    </a>
  )
}
