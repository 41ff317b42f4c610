import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './commands.ts'

/** The suite with both plug-ins, for a machine whose own suite lacks them. */
const NEXT_SUITE: Readonly<Record<string, string>> = { bookworm: 'trixie' }
const PACKAGES = ['docker-compose', 'docker-buildx']

/** Compose and Buildx of this machine, or else unpacked from Debian's next suite without an installation. */
export async function preparePlugIns(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  if (await areThere(env)) return
  const suite = await suiteOf()
  const apt = await aptFolders(join(folder, 'apt'), suite)
  await run('apt-get', [...apt, 'update', '-qq'])
  const files = join(folder, 'packages')
  await mkdir(files)
  await run('apt-get', [...apt, 'download', '-qq', ...PACKAGES], { cwd: files })
  const unpacked = join(folder, 'unpacked')
  for (const file of await readdir(files)) await run('dpkg-deb', ['-x', join(files, file), unpacked])
  const plugIns = join(env.DOCKER_CONFIG!, 'cli-plugins')
  await mkdir(plugIns, { recursive: true })
  for (const name of PACKAGES) {
    const found = (await readdir(unpacked, { recursive: true })).find((path) =>
      path.endsWith(`cli-plugins/${name}`),
    )
    if (found === undefined) throw new Error(`the package of ${suite} has no ${name}`)
    await cp(join(unpacked, found), join(plugIns, name))
  }
  if (!(await areThere(env))) throw new Error(`Compose and Buildx of ${suite} do not run here`)
}

const areThere = (env: Readonly<Record<string, string>>): Promise<boolean> =>
  Promise.all([
    run('docker', ['buildx', 'version'], { env }),
    run('docker', ['compose', 'version'], { env }),
  ]).then(
    () => true,
    () => false,
  )

async function suiteOf(): Promise<string> {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? ''
  return NEXT_SUITE[codename] ?? codename
}

/** Options that isolate apt from this machine's lists and sources. */
async function aptFolders(folder: string, suite: string): Promise<readonly string[]> {
  for (const each of ['lists/partial', 'cache/archives/partial', 'parts'])
    await mkdir(join(folder, each), { recursive: true })
  const list = join(folder, 'sources.list')
  await writeFile(list, `deb ${await mirror()} ${suite} main\n`)
  const options = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': join(folder, 'parts'),
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
  }
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}

/** The address of Debian's packages in this machine's sources. */
async function mirror(): Promise<string> {
  const folder = '/etc/apt/sources.list.d'
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(?:list|sources)$/.test(name))
  const paths = [...names.map((name) => join(folder, name)), '/etc/apt/sources.list']
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '')))
  const addresses = texts.flatMap((text) => text.match(/^(?:URIs:|deb\s).*$/gm) ?? [])
  const found = addresses.flatMap((line) => line.match(/\bhttps?:\/\/\S+\/debian\/?(?=\s|$)/) ?? [])[0]
  if (found === undefined) throw new Error('no source of Debian packages in /etc/apt')
  return found
}
