/** What the interface document says travels, and no more. */

export type Named = { key: string; name: string };
export type Option = { key: string; label: string };

export type Field = Named & { required: boolean } & (
    | { type: 'dropdown'; details: { options: Option[] } }
    | { type: 'shortText'; details: null }
  );

export type Person = { key: string | null; firstName: string | null; lastName: string | null };

export type Job = {
  key: string;
  activeWorkflows: Named[];
  activeSteps: Named[];
  assignedTo: Person | null;
  startedBy: Person;
  startedAt: string;
  updatedAt: string;
  completedAt: string | null;
};

export type Pagination = {
  currentPage: number;
  from: number;
  lastPage: number;
  perPage: number;
  hasMore: boolean;
  nextPage: number | null;
  nextPageUrl: string | null;
  to: number;
  total: number;
};
