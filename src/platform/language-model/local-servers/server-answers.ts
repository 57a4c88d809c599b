import { type Fields, isFields } from '#language-model/domain/loose-json.ts';
import type { LocalModel, LocalServerId } from '#language-model/protocol.ts';

/** A kind of model server: the paths to request, and the parser of the answers. */
export interface LocalServerKind {
  readonly name: string;
  /** Requested concurrently. The first path lists the models. */
  readonly paths: readonly [string, ...string[]];
  /** The models that can chat, the suggested one first; null if the answers are not from such a server. */
  readonly read: (answers: readonly unknown[]) => readonly LocalModel[] | null;
}

export const localServerKinds: Readonly<Record<LocalServerId, LocalServerKind>> = {
  ollama: { name: 'Ollama', paths: ['/api/tags'], read: ([tags]) => readOllama(tags) },
  'lm-studio': {
    name: 'LM Studio',
    paths: ['/v1/models', '/api/v0/models'],
    read: ([models, details]) => readLmStudio(models, details),
  },
  'llama-cpp': {
    name: 'llama.cpp',
    paths: ['/v1/models', '/props'],
    read: ([models, props]) => readLlamaCpp(models, props),
  },
};

interface Listed extends LocalModel {
  readonly talks: boolean;
  readonly isLoaded: boolean;
}

/** https://docs.ollama.com/api/tags. Ollama's cloud models are left out, because they do not run on this machine. */
function readOllama(tags: unknown): readonly LocalModel[] | null {
  const models = listIn(tags, 'models');
  if (!models?.every((each) => idIn(each, 'name') !== null && ('details' in each || 'digest' in each))) return null;
  return offered(
    models
      .filter((each) => typeof each['remote_host'] !== 'string' && !/[:-]cloud$/i.test(String(each['name'])))
      .map((each) => {
        const id = String(each['name']);
        const { capabilities, details } = each;
        const families = [fieldOf(details, 'family'), fieldOf(details, 'families')].flat().join(' ');
        return {
          ...modelOf(id.replace(/:latest$/, ''), null),
          id,
          talks: Array.isArray(capabilities)
            ? capabilities.includes('completion')
            : canTalk(id) && !/bert|embed/i.test(families),
          isLoaded: false,
        };
      }),
  );
}

/**
 * https://lmstudio.ai/docs/developer/openai-compat and, with the kind and state of each model,
 * https://lmstudio.ai/docs/developer/rest/endpoints. LM Studio answers other paths with an error and status 200.
 */
function readLmStudio(models: unknown, details: unknown): readonly LocalModel[] | null {
  const listed = listIn(models, 'data');
  const isOwner = listed?.every((each) => each['owned_by'] === 'organization_owner') ?? false;
  const detailed = listIn(details, 'data')?.filter((each) => typeof each['type'] === 'string') ?? [];
  if (!listed || !(isOwner || detailed.length > 0)) return null;
  return offered(
    listed.flatMap((each) => {
      const id = idIn(each, 'id');
      if (id === null) return [];
      const { type, state, loaded_context_length: context } = detailed.find((detail) => detail['id'] === id) ?? {};
      const talks = typeof type === 'string' ? type === 'llm' || type === 'vlm' : canTalk(id);
      return { ...modelOf(id, context), talks, isLoaded: state === 'loaded' };
    }),
  );
}

/**
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md. Many programs use its port, and some list
 * models in the same format, so the server must name itself as their owner or have its own properties page.
 */
function readLlamaCpp(models: unknown, props: unknown): readonly LocalModel[] | null {
  const listed = listIn(models, 'data');
  const settings = isFields(props) ? props['default_generation_settings'] : undefined;
  const isOwner = listed?.every((each) => each['owned_by'] === 'llamacpp') ?? false;
  if (!listed || !(isOwner || isFields(settings))) return null;
  return offered(
    listed.flatMap((each) => {
      const id = idIn(each, 'id');
      if (id === null) return [];
      const { meta, status } = each;
      const context = isFields(meta) && meta['n_ctx'] !== undefined ? meta['n_ctx'] : fieldOf(settings, 'n_ctx');
      // Without an alias, the id is the path of the model's file.
      const name = id.replace(/^.*[/\\](?=[^/\\]+\.gguf$)/i, '').replace(/\.gguf$/i, '');
      return { ...modelOf(name, context), id, talks: canTalk(id), isLoaded: fieldOf(status, 'value') === 'loaded' };
    }),
  );
}

function modelOf(id: string, context: unknown): LocalModel {
  return { id, name: id, contextTokens: Number.isSafeInteger(context) && Number(context) > 0 ? Number(context) : null };
}

/** Name parts of models for embedding, ranking, moderation, speech recognition or images. */
const NOT_TALKING =
  /embed|rerank|minilm|mpnet|colbert|whisper|stable-diffusion|(^|[/:_-])(bge|gte|e5|stella|uae|labse|paraphrase|bert|flux|sdxl|tts|kokoro|clip)([/:_.-]|$)|(llama|shield|granite)[a-z0-9.-]*guard|shieldgemma/i;

function canTalk(id: string): boolean {
  return !NOT_TALKING.test(id);
}

/** Name parts of specialised models, which are worse at conversation. */
const SPECIAL =
  /cod(e|er|ing)\b|code(llama|gemma|stral|qwen)|starcoder|math|ocr|sql|medical|vision|llava|\bvl\b|-base\b/i;

/** The models that can chat: loaded ones first, specialised ones last, otherwise in the server's order. */
function offered(models: readonly Listed[]): readonly LocalModel[] {
  const rank = ({ id, isLoaded }: Listed) => (isLoaded ? 0 : SPECIAL.test(id) ? 2 : 1);
  return models
    .filter(({ talks }) => talks)
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ id, name, contextTokens }) => ({ id, name, contextTokens }));
}

function listIn(body: unknown, field: string): readonly Fields[] | null {
  const list = fieldOf(body, field);
  return Array.isArray(list) && list.every(isFields) ? list : null;
}

function idIn(model: Fields, field: string): string | null {
  const id = model[field];
  return typeof id === 'string' && id !== '' && id.length <= 200 ? id : null;
}

function fieldOf(value: unknown, field: string): unknown {
  return isFields(value) ? value[field] : undefined;
}
