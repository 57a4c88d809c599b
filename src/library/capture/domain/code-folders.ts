/** Manifests of programs: texts beside one belong to the program. */
const MANIFESTS: ReadonlySet<string> = new Set(
  `package.json deno.json Cargo.toml go.mod pyproject.toml setup.py setup.cfg requirements.txt pom.xml build.gradle
  build.gradle.kts build.sbt CMakeLists.txt meson.build configure.ac composer.json Gemfile mix.exs rebar.config
  pubspec.yaml Package.swift stack.yaml dune-project project.clj flake.nix Podfile tsconfig.json`.split(/\s+/),
);
const MANIFEST_ENDING = /\.(?:csproj|fsproj|sln|cabal|gemspec|xcodeproj|nimble)$/iu;
const REPOSITORY: ReadonlySet<string> = new Set(['.git', '.hg', '.svn']);
/** Folders and files of programs that manage notes. They outweigh everything else in the folder. */
const VAULT: ReadonlySet<string> = new Set(['.obsidian', '.logseq', 'logseq', '.foam', '.zk', '.dendron.yml']);
/** Books are built with makefiles too, so one counts only beside code. */
const MAKEFILE = /^(?:gnu)?makefile$/iu;
const CODE = /^src$|\.(?:[ch]|cc|cpp|hpp|cs|rs|go|py|rb|js|ts|tsx|jsx|java|kt|swift|php|lua|hs|ml|zig|asm)$/iu;

/** Classifies a folder, with everything below it, by the names in it; null if they say nothing. */
export function readNature(names: Iterable<string>): 'code' | 'repository' | 'notes' | null {
  const all = [...names];
  if (all.some((name) => VAULT.has(name))) return 'notes';
  if (all.some((name) => MANIFESTS.has(name) || MANIFEST_ENDING.test(name))) return 'code';
  if (all.some((name) => MAKEFILE.test(name)) && all.some((name) => CODE.test(name))) return 'code';
  return all.some((name) => REPOSITORY.has(name)) ? 'repository' : null;
}

/**
 * Reports whether the files of a folder belong to a program. `above` is the result for its parent folder, or null for
 * the folder that is added: a person may keep notes under version control there.
 */
export function isCodeFolder(names: Iterable<string>, above: boolean | null): boolean {
  const nature = readNature(names);
  if (nature === 'notes') return false;
  return nature === 'code' || above === true || (nature === 'repository' && above !== null);
}

/**
 * Given the paths of all files of an added folder, returns a function that reports whether a file belongs to a program.
 */
export function codeFolders(paths: readonly string[]): (path: string) => boolean {
  const names = new Map<string, Set<string>>();
  for (const path of paths)
    for (let end = path.length; end > 0;) {
      const at = path.lastIndexOf('/', end - 1);
      const folder = path.slice(0, Math.max(0, at));
      const inside = names.get(folder) ?? new Set<string>();
      const name = path.slice(at + 1, end);
      if (inside.has(name)) break;
      names.set(folder, inside.add(name));
      end = at;
    }
  const known = new Map<string, boolean>();
  function isCode(folder: string): boolean {
    const held = known.get(folder);
    if (held !== undefined) return held;
    const above = folder === '' ? null : isCode(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))));
    const found = isCodeFolder(names.get(folder) ?? [], above);
    known.set(folder, found);
    return found;
  }
  return (path) => isCode(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}
