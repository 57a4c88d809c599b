import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';

/** The names of the column with the person. */
export const PERSON_COLUMNS: readonly string[] = ['person_id', 'person'];

/**
 * Tables that every server writes: sign-in data, the servers themselves, and the index of words. Two servers that index
 * the same text collide, but write the same rows.
 */
export const SHARED_TABLES: ReadonlySet<string> = new Set([
  'people',
  'sign_ins',
  'capture_tokens',
  'meta',
  'servers',
  'person_owners',
  'duties',
  'word_people',
  'word_units',
  'word_forms',
  'word_index',
  'word_postings',
]);

/** A plugin for the queries of one job that records whose rows they write. */
export function noteRowsWritten(): {
  readonly persons: ReadonlySet<string>;
  readonly unnamed: readonly Error[];
  readonly plugin: KyselyPlugin;
} {
  const persons = new Set<string>();
  const created = new Set<string>();
  const unnamed: Error[] = [];

  function note(table: string, node: RootOperationNode): void {
    if (table === 'people' && InsertQueryNode.is(node))
      for (const person of inserted(node, ['id'])) created.add(person);
    if (SHARED_TABLES.has(table)) return;
    const named = InsertQueryNode.is(node) ? inserted(node, PERSON_COLUMNS) : personsIn(conditionOf(node));
    if (named.length === 0) unnamed.push(new Error(`A query writes to ${table} and does not name the person.`));
    for (const person of named) if (!created.has(person)) persons.add(person);
  }
  return {
    persons,
    unnamed,
    plugin: {
      transformQuery({ node }) {
        const table = tableOf(node);
        if (table !== undefined) note(table, node);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    },
  };
}

function tableOf(node: OperationNode): string | undefined {
  if (InsertQueryNode.is(node)) return nameOf(node.into);
  if (UpdateQueryNode.is(node)) return nameOf(node.table);
  return DeleteQueryNode.is(node) ? nameOf(node.from.froms[0]) : undefined;
}

function nameOf(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (AliasNode.is(node)) return nameOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}

function conditionOf(node: OperationNode): OperationNode | undefined {
  return UpdateQueryNode.is(node) || DeleteQueryNode.is(node) ? node.where?.where : undefined;
}

/** The inserted values of the first of these columns. */
function inserted({ columns = [], values }: InsertQueryNode, names: readonly string[]): readonly string[] {
  const index = columns.findIndex(({ column }) => names.includes(column.name));
  if (index < 0 || values === undefined) return [];
  if (SelectQueryNode.is(values)) return personsIn(values.where?.where);
  if (!ValuesNode.is(values)) return [];
  return values.values.flatMap((row) => textOf(row.values[index]));
}

/** The people named in a condition that every affected row fulfils. */
function personsIn(condition: OperationNode | undefined): readonly string[] {
  if (condition === undefined) return [];
  if (ParensNode.is(condition)) return personsIn(condition.node);
  if (AndNode.is(condition)) return [...personsIn(condition.left), ...personsIn(condition.right)];
  if (RawNode.is(condition)) return personsInText(condition);
  if (!BinaryOperationNode.is(condition) || !isPersonColumn(condition.leftOperand)) return [];
  const { operator, rightOperand } = condition;
  if (!OperatorNode.is(operator)) return [];
  if (operator.operator === '=') return textOf(rightOperand);
  if (operator.operator !== 'in') return [];
  if (PrimitiveValueListNode.is(rightOperand)) return rightOperand.values.flatMap(textOf);
  return ValueListNode.is(rightOperand) ? rightOperand.values.flatMap(textOf) : [];
}

/** The people in the conditions of `arePassagesOf` and `areSourcesOf`. */
function personsInText({ sqlFragments, parameters }: RawNode): readonly string[] {
  return /^\w+\.person_id \|\| '' = $/.test(sqlFragments[0] ?? '') ? textOf(parameters[0]) : [];
}

function isPersonColumn(node: OperationNode): boolean {
  return ReferenceNode.is(node) && ColumnNode.is(node.column) && PERSON_COLUMNS.includes(node.column.column.name);
}

function textOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const node = value as OperationNode;
  return ValueNode.is(node) && typeof node.value === 'string' ? [node.value] : [];
}
